use super::*;
use flate2::{Compression, Crc, write::ZlibEncoder};
use proptest::prelude::*;
use std::io::Write;

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(name);
    crc.update(data);
    let length = u32::try_from(data.len()).expect("short").to_be_bytes();
    [&length[..], name, data, &crc.sum().to_be_bytes()].concat()
}

fn header(width: u32, height: u32, rest: [u8; 5]) -> Vec<u8> {
    chunk(b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &rest].concat())
}

fn packed(bytes: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&vec![0; bytes]).expect("in memory");
    chunk(b"IDAT", &encoder.finish().expect("in memory"))
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [png::SIGNATURE.to_vec(), chunks.concat(), chunk(b"IEND", &[])].concat()
}

/// A black picture in RGB.
fn rgb(width: u32, height: u32) -> Vec<u8> {
    let bytes = (width as usize * 3 + 1) * height as usize;
    png(&[header(width, height, [8, 2, 0, 0, 0]), packed(bytes)])
}

fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).expect("short").to_be_bytes();
    [&[0xff, marker][..], &length, data].concat()
}

fn jpeg(width: u16, height: u16, components: u8) -> Vec<u8> {
    let [w1, w0] = width.to_be_bytes();
    let [h1, h0] = height.to_be_bytes();
    let frame = [8, h1, h0, w1, w0, components, 1, 0x11, 0];
    let (app, frame) = (segment(0xe0, b"JFIF\0"), segment(0xc0, &frame));
    let scan =
        [segment(0xda, &[1, 1, 0, 0, 63, 0]), vec![0x12, 0xff, 0, 0xff, 0xd0, 0x34]].concat();
    [vec![0xff, 0xd8], app, frame, scan, vec![0xff, 0xd9]].concat()
}

#[test]
fn whole_pictures_pass() {
    assert_eq!(check_logo(&rgb(600, 200)), Ok(Kind::Png));
    assert_eq!(check_logo(&rgb(MAX_LOGO_SIDE, 1)), Ok(Kind::Png));
    assert_eq!(check_logo(&jpeg(300, 100, 3)), Ok(Kind::Jpeg));
    assert_eq!(check_logo(&jpeg(300, 100, 1)), Ok(Kind::Jpeg));
}

#[test]
fn every_way_to_store_a_png_passes() {
    let palette = chunk(b"PLTE", &[0; 6]);
    let text = chunk(b"tEXt", b"Software\0x");
    for (kind, chunks) in [
        ("1 bit grey", vec![header(10, 3, [1, 0, 0, 0, 0]), packed(3 * 3)]),
        ("palette", vec![header(10, 3, [4, 3, 0, 0, 0]), palette, packed(6 * 3)]),
        ("16 bit with alpha", vec![header(2, 2, [16, 6, 0, 0, 0]), text, packed(17 * 2)]),
        // of 3 × 3 pixels Adam7 stores 1, none, none, 1, 1, 2 and 3, in rows of 1, 1, 1, 2 and 1
        ("interlaced", vec![header(3, 3, [8, 0, 0, 0, 1]), packed(interlaced_bytes())]),
    ] {
        assert_eq!(check_logo(&png(&chunks)), Ok(Kind::Png), "{kind}");
    }
}

/// Of 3 × 3 grey pixels: passes 1, 4, 5, 6 and 7 have 1×1, 1×1, 2×1, 1×2 and 3×1 pixels.
const fn interlaced_bytes() -> usize {
    2 + 2 + 3 + 2 * 2 + 4
}

#[test]
fn what_cannot_be_printed_is_refused() {
    for (bytes, error) in [
        (b"GIF89a".to_vec(), LogoError::UnknownFormat),
        (Vec::new(), LogoError::UnknownFormat),
        (rgb(MAX_LOGO_SIDE + 1, 1), LogoError::BadSize(1_501, 1)),
        (png(&[header(60_000, 60_000, [8, 2, 0, 0, 0])]), LogoError::BadSize(60_000, 60_000)),
        (png(&[header(0, 10, [8, 2, 0, 0, 0])]), LogoError::BadSize(0, 10)),
        (jpeg(2_000, 10, 3), LogoError::BadSize(2_000, 10)),
        (jpeg(10, 10, 4), LogoError::Cmyk),
        (vec![0; MAX_LOGO_BYTES + 1], LogoError::TooManyBytes(524_289)),
    ] {
        assert_eq!(check_logo(&bytes), Err(error));
    }
}

#[test]
fn what_contradicts_itself_is_damaged() {
    let small = || header(10, 3, [8, 0, 0, 0, 0]);
    let unknown = chunk(b"ABCD", &[]);
    let mut sum = rgb(10, 3);
    sum[30] ^= 1;
    for (what, bytes) in [
        ("a wrong check sum", sum),
        ("a row too few", png(&[small(), packed(11 * 2)])),
        ("a row too many", png(&[small(), packed(11 * 4)])),
        ("no rows", png(&[small()])),
        ("rows that are not packed", png(&[small(), chunk(b"IDAT", &[0; 33])])),
        ("no palette", png(&[header(10, 3, [8, 3, 0, 0, 0]), packed(33)])),
        ("a depth that cannot be", png(&[header(10, 3, [3, 0, 0, 0, 0]), packed(33)])),
        ("a chunk that nobody knows", png(&[small(), unknown, packed(33)])),
        ("no header", png(&[packed(33)])),
        (
            "a picture without a scan",
            [vec![0xff, 0xd8], segment(0xe0, b"JFIF\0"), vec![0xff, 0xd9]].concat(),
        ),
    ] {
        assert_eq!(check_logo(&bytes), Err(LogoError::Damaged), "{what}");
    }
}

#[test]
fn a_cut_file_is_damaged_wherever_it_ends() {
    for whole in [rgb(10, 3), jpeg(10, 3, 3)] {
        for end in 8..whole.len() {
            assert_eq!(check_logo(&whole[..end]), Err(LogoError::Damaged), "{end}");
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_break_it(bytes in prop::collection::vec(any::<u8>(), 0..300), png in any::<bool>()) {
        let signature = if png { png::SIGNATURE } else { jpeg::SIGNATURE };
        let _ = check_logo(&[signature, &bytes].concat());
    }

    /// A PNG notices every changed byte but those that say nothing.
    #[test]
    fn a_changed_byte_never_panics(at in 8_usize..60, byte in any::<u8>()) {
        let mut bytes = rgb(10, 3);
        if let Some(place) = bytes.get_mut(at) {
            *place = byte;
        }
        let _ = check_logo(&bytes);
    }
}
