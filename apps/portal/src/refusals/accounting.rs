//! What is said about accounting programs.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    (
        "{} is linked: remove that link before you link another program",
        "prepojený je program {}: najprv zrušte jeho prepojenie",
    ),
    ("does not belong to a program of this kind", "k tomuto programu nepatrí"),
    ("must have 1 to 1000 bytes in one line", "musí mať 1 až 1000 bajtov v jednom riadku"),
    (
        "must not hold a user name or password: they have fields of their own",
        "nesmie obsahovať meno ani heslo: majú vlastné polia",
    ),
    ("must not have a query (?…)", "nesmie mať otáznik s parametrami"),
    (
        "the program has refused the document that it is about",
        "program odmietol doklad, ku ktorému to patrí",
    ),
    ("the program cannot be reached: {}", "program je nedostupný: {}"),
    ("it waits to be written into {}", "čaká na zapísanie do programu {}"),
    ("it waits until {} fetches it", "čaká, kým si ho {} vyzdvihne"),
    (
        "a set-off is not exported to {} by itself: enter it as an internal document",
        "do programu {} sa zápočet sám nezapíše: zapíšte ho ako interný doklad",
    ),
    (
        "it is of before {}, from when on documents are exported",
        "je spred {}, odkedy sa doklady zapisujú",
    ),
    (
        "no accounting program is linked: a set-off is not exported by itself; enter it as an internal document",
        "účtovný program nie je prepojený: zápočet sa sám nezapíše; zapíšte ho ako interný doklad",
    ),
    (
        "the posting is {}: only one that the program refused is tried again",
        "stav je {}: znova sa skúša len to, čo program odmietol",
    ),
    (
        "the program gave no answer about it in {} requests",
        "program o ňom neodpovedal ani po {} pokusoch",
    ),
    ("the program refuses the access: {}", "program nás nevpustil: {}"),
    ("it answered about none of the documents", "neodpovedal o žiadnom z dokladov"),
    (
        "it has the books of IČO {} open, not of {}",
        "má otvorené účtovníctvo firmy s IČO {}, nie {}",
    ),
];
