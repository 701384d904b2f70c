//! Messages in a folder, and on the console.

use crate::common::{SUBJECT, assert_as_written, mail, message_of, text};
use notifications::{MailError, Mailer};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// A folder of a test's own, removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("billhook-mail-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn url(&self) -> String {
        format!("file:{}", self.0.join("made/on demand").display())
    }

    /// The messages, by name.
    fn messages(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.join("made/on demand")).expect("a folder");
        let mut paths: Vec<_> = entries.map(|it| it.expect("an entry").path()).collect();
        paths.retain(|path| !name(path).starts_with(".lock"));
        paths.sort();
        paths
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

#[tokio::test]
async fn a_message_is_a_file() {
    let folder = Folder::new("one");
    mail(&folder.url()).send(&message_of("claim-1")).await.expect("kept");
    let [path] = &folder.messages()[..] else { panic!("{:?}", folder.messages()) };
    let name = name(path);
    let (time, rest) = name.split_at(16);
    assert_eq!(rest, "-claim-1.eml");
    let form = time.replace(|c: char| c.is_ascii_digit(), "0");
    assert_eq!(form, "00000000T000000Z", "{name}");
    assert_as_written(&fs::read(path).expect("a file"), "claim-1");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(path), 0o600, "its links are secrets");
    assert_eq!(mode(path.parent().expect("a folder")), 0o700);
}

/// Also when two processes (here: two senders) have it at once, and later.
#[tokio::test]
async fn the_same_key_is_written_once_and_others_beside_it() {
    let folder = Folder::new("many");
    let keys = ["b-a-1", "a-1", "1", "A-1x"];
    // the longest first: a key that ends like another is another
    for key in keys {
        mail(&folder.url()).send(&message_of(key)).await.expect("kept");
    }
    let tasks: Vec<_> = (0..40)
        .map(|number| {
            let mail = mail(&folder.url());
            tokio::spawn(async move { mail.send(&message_of(keys[number % 4])).await })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic").expect("kept");
    }
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    mail(&folder.url()).send(&message_of("1")).await.expect("kept");
    let mut found: Vec<_> = folder.messages().iter().map(|it| name(it)[17..].to_owned()).collect();
    found.sort();
    assert_eq!(found, ["1.eml", "A-1x.eml", "a-1.eml", "b-a-1.eml"]);
}

/// Without the lock, two processes would find the folder without the key and both write it.
#[tokio::test]
async fn writers_wait_for_each_other() {
    let folder = Folder::new("lock");
    let mail = mail(&folder.url());
    let other = fs::File::create(folder.0.join("made/on demand/.lock")).expect("a lock");
    other.lock().expect("locked");
    let sending = tokio::spawn(async move { mail.send(&message_of("k")).await });
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert!(!sending.is_finished() && folder.messages().is_empty());
    other.unlock().expect("unlocked");
    sending.await.expect("no panic").expect("kept");
    assert_eq!(folder.messages().len(), 1);
}

/// What was left half-written is neither a message nor in the way.
#[tokio::test]
async fn a_writer_that_died_leaves_nothing_behind() {
    let folder = Folder::new("died");
    let mail = Arc::new(mail(&folder.url()));
    fs::write(folder.0.join("made/on demand/.k.tmp"), "half").expect("written");
    mail.send(&message_of("k")).await.expect("kept");
    let [path] = &folder.messages()[..] else { panic!("{:?}", folder.messages()) };
    assert_as_written(&fs::read(path).expect("a file"), "k");
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_unreachable() {
    let folder = Folder::new("gone");
    let mail = mail(&folder.url());
    fs::remove_dir_all(&folder.0).expect("removed");
    fs::write(&folder.0, "a file in its place").expect("written");
    let sent = mail.send(&message_of("k")).await;
    fs::remove_file(&folder.0).expect("removed");
    assert!(matches!(sent, Err(MailError::Unreachable(_))), "{sent:?}");
}

/// Runs the test after this one in a process whose output can be read.
#[test]
fn the_console_shows_a_message_as_it_is_read() {
    let output = Command::new(std::env::current_exe().expect("this test"))
        .args(["--ignored", "--exact", "files::prints_a_message", "--nocapture"])
        .output()
        .expect("a process");
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let to = "---- mail to o'jozef+mak@example.sk\n";
    let expected = format!("{to}---- {SUBJECT}\n{}\n---- end of mail k\n", text());
    assert!(printed.contains(&expected), "{printed}");
}

#[tokio::test]
#[ignore = "the test before this one runs it"]
async fn prints_a_message() {
    mail("console").send(&message_of("k")).await.expect("printed");
}
