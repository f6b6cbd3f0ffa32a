//! A Chromium without a window, spoken to by the DevTools protocol: opens files, asks pages, notes what goes wrong in them.

use serde_json::{Value, json};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

/// What the browser is called where it is installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// How long anything may take; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);
/// No window, and no talk with anybody.
const OPTIONS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
    "--remote-debugging-port=0",
];

/// A running browser with one page. It ends when it is dropped.
pub struct Browser {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: Option<String>,
    last: u64,
    loaded: bool,
    /// Errors and warnings of the pages, requests that are not for files.
    pub complaints: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts the browser; none where there is none.
    pub fn start() -> Option<Browser> {
        let is_there = |name: &&str| {
            let found = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            found.is_ok_and(|status| status.success())
        };
        let name = NAMES.iter().find(|name| is_there(name))?;
        let profile = tempfile::tempdir().unwrap();
        let process = Command::new(name)
            .args(OPTIONS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (socket, _) = connect(address(profile.path())).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        let mut browser = Browser {
            process,
            socket,
            session: None,
            last: 0,
            loaded: false,
            complaints: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = Some(attached["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Opens a file in a window of this width, with what the system's setting of colours would be.
    pub fn open(&mut self, file: &Path, width: u32, scheme: &str) {
        let screen = json!({ "width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", screen);
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.call("Emulation.setEmulatedMedia", json!({ "features": [feature] }));
        self.loaded = false;
        let answer = self.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
        assert!(answer["errorText"].is_null(), "{answer}");
        while !self.loaded {
            let message = self.read();
            self.note(&message);
        }
    }

    /// The value of a JavaScript expression in the page.
    pub fn ask(&mut self, expression: &str) -> Value {
        let answer = self.call("Runtime.evaluate", json!({ "expression": expression, "returnByValue": true }));
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        for kind in ["rawKeyDown", "keyUp"] {
            let code = if key == "Tab" { 9 } else { 13 };
            let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Sends a command and waits for its answer.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let answer = self.read();
            if answer["id"] == json!(self.last) {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.note(&answer);
        }
    }

    fn read(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Notes an event.
    fn note(&mut self, event: &Value) {
        let about = &event["params"];
        match event["method"].as_str().unwrap_or_default() {
            "Page.loadEventFired" => self.loaded = true,
            "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" => self.complaints.push(about.to_string()),
            "Log.entryAdded" if about["entry"]["level"] != "verbose" => self.complaints.push(about.to_string()),
            "Network.requestWillBeSent" => {
                let url = about["request"]["url"].as_str().unwrap_or_default();
                if !url.starts_with("file://") || about["type"] != "Document" {
                    self.complaints.push(format!("a request for {url}"));
                }
            }
            _ => {}
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.socket.send(Message::text(json!({ "id": 0, "method": "Browser.close" }).to_string()));
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(10) && matches!(self.process.try_wait(), Ok(None)) {
            sleep(Duration::from_millis(50));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Where the browser listens: it writes that into its profile.
fn address(profile: &Path) -> String {
    let started = Instant::now();
    loop {
        let written = std::fs::read_to_string(profile.join("DevToolsActivePort")).unwrap_or_default();
        let mut lines = written.lines();
        if let (Some(port), Some(path)) = (lines.next(), lines.next()) {
            return format!("ws://127.0.0.1:{port}{path}");
        }
        assert!(started.elapsed() < PATIENCE, "the browser does not start");
        sleep(Duration::from_millis(50));
    }
}
