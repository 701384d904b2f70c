//! Names of the countries that Slovak and Czech firms trade with most.

use super::column;
use crate::model::Language;

/// Code, then the name in Slovak, Czech, English, German and Hungarian.
type Row = (&'static str, [&'static str; 5]);

#[rustfmt::skip]
const COUNTRIES: &[Row] = &[
    ("AT", ["Rakúsko", "Rakousko", "Austria", "Österreich", "Ausztria"]),
    ("BA", ["Bosna a Hercegovina", "Bosna a Hercegovina", "Bosnia and Herzegovina", "Bosnien und Herzegowina", "Bosznia-Hercegovina"]),
    ("BE", ["Belgicko", "Belgie", "Belgium", "Belgien", "Belgium"]),
    ("BG", ["Bulharsko", "Bulharsko", "Bulgaria", "Bulgarien", "Bulgária"]),
    ("CA", ["Kanada", "Kanada", "Canada", "Kanada", "Kanada"]),
    ("CH", ["Švajčiarsko", "Švýcarsko", "Switzerland", "Schweiz", "Svájc"]),
    ("CN", ["Čína", "Čína", "China", "China", "Kína"]),
    ("CY", ["Cyprus", "Kypr", "Cyprus", "Zypern", "Ciprus"]),
    ("CZ", ["Česká republika", "Česká republika", "Czechia", "Tschechien", "Csehország"]),
    ("DE", ["Nemecko", "Německo", "Germany", "Deutschland", "Németország"]),
    ("DK", ["Dánsko", "Dánsko", "Denmark", "Dänemark", "Dánia"]),
    ("EE", ["Estónsko", "Estonsko", "Estonia", "Estland", "Észtország"]),
    ("ES", ["Španielsko", "Španělsko", "Spain", "Spanien", "Spanyolország"]),
    ("FI", ["Fínsko", "Finsko", "Finland", "Finnland", "Finnország"]),
    ("FR", ["Francúzsko", "Francie", "France", "Frankreich", "Franciaország"]),
    ("GB", ["Spojené kráľovstvo", "Spojené království", "United Kingdom", "Vereinigtes Königreich", "Egyesült Királyság"]),
    ("GR", ["Grécko", "Řecko", "Greece", "Griechenland", "Görögország"]),
    ("HR", ["Chorvátsko", "Chorvatsko", "Croatia", "Kroatien", "Horvátország"]),
    ("HU", ["Maďarsko", "Maďarsko", "Hungary", "Ungarn", "Magyarország"]),
    ("IE", ["Írsko", "Irsko", "Ireland", "Irland", "Írország"]),
    ("IS", ["Island", "Island", "Iceland", "Island", "Izland"]),
    ("IT", ["Taliansko", "Itálie", "Italy", "Italien", "Olaszország"]),
    ("JP", ["Japonsko", "Japonsko", "Japan", "Japan", "Japán"]),
    ("LI", ["Lichtenštajnsko", "Lichtenštejnsko", "Liechtenstein", "Liechtenstein", "Liechtenstein"]),
    ("LT", ["Litva", "Litva", "Lithuania", "Litauen", "Litvánia"]),
    ("LU", ["Luxembursko", "Lucembursko", "Luxembourg", "Luxemburg", "Luxemburg"]),
    ("LV", ["Lotyšsko", "Lotyšsko", "Latvia", "Lettland", "Lettország"]),
    ("MD", ["Moldavsko", "Moldavsko", "Moldova", "Moldau", "Moldova"]),
    ("ME", ["Čierna Hora", "Černá Hora", "Montenegro", "Montenegro", "Montenegró"]),
    ("MK", ["Severné Macedónsko", "Severní Makedonie", "North Macedonia", "Nordmazedonien", "Észak-Macedónia"]),
    ("MT", ["Malta", "Malta", "Malta", "Malta", "Málta"]),
    ("NL", ["Holandsko", "Nizozemsko", "Netherlands", "Niederlande", "Hollandia"]),
    ("NO", ["Nórsko", "Norsko", "Norway", "Norwegen", "Norvégia"]),
    ("PL", ["Poľsko", "Polsko", "Poland", "Polen", "Lengyelország"]),
    ("PT", ["Portugalsko", "Portugalsko", "Portugal", "Portugal", "Portugália"]),
    ("RO", ["Rumunsko", "Rumunsko", "Romania", "Rumänien", "Románia"]),
    ("RS", ["Srbsko", "Srbsko", "Serbia", "Serbien", "Szerbia"]),
    ("SE", ["Švédsko", "Švédsko", "Sweden", "Schweden", "Svédország"]),
    ("SI", ["Slovinsko", "Slovinsko", "Slovenia", "Slowenien", "Szlovénia"]),
    ("SK", ["Slovensko", "Slovensko", "Slovakia", "Slowakei", "Szlovákia"]),
    ("TR", ["Turecko", "Turecko", "Türkiye", "Türkei", "Törökország"]),
    ("UA", ["Ukrajina", "Ukrajina", "Ukraine", "Ukraine", "Ukrajna"]),
    ("US", ["Spojené štáty", "Spojené státy", "United States", "Vereinigte Staaten", "Egyesült Államok"]),
];

/// The country's name in a language; the code itself when it is not listed.
pub(crate) fn country_name(code: &str, language: Language) -> String {
    let code = code.trim().to_ascii_uppercase();
    COUNTRIES
        .iter()
        .find(|(listed, _)| *listed == code)
        .map_or_else(|| code.clone(), |(_, names)| names[column(language)].to_owned())
}
