// The tests drive the system's Chromium; should a tool bring puppeteer along, its install must not fetch a browser.
module.exports = { skipDownload: true };
