// Opens pages of `sandbox page --verify` in real browsers, from the disk, presses their button, and says what they say.
//
//   npm install --no-save puppeteer-core          somewhere, and then from there:
//   node verify_in_browsers.mjs chromium proof.html [MORE.html ...]
//   node verify_in_browsers.mjs firefox-esr proof.html [--shot picture.png] [--width 360]
//
// A page may be a file or an address. A tool and no test: it needs a browser and the package. It exits 1 unless every
// page passes and asks for itself alone, and for the runtime where it says that it is: a blob or a data: address is in
// it already, and a browser asks a server for its icon.
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const puppeteer = (await import(createRequire(path.join(process.cwd(), 'x')).resolve('puppeteer-core'))).default;
const [program, ...given] = process.argv.slice(2);
const option = (name) => {
  const at = given.indexOf(name);
  return at < 0 ? null : given.splice(at, 2)[1];
};
const shot = option('--shot'), width = Number(option('--width') || 1280);
const isFirefox = program.includes('firefox');
const PATIENCE = 600_000;  // ms
// What browsers ask of their makers has nothing to do with the page.
const QUIET = ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--enable-unsafe-swiftshader'];
const QUIET_FIREFOX = { 'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false,
  'app.update.auto': false, 'app.normandy.enabled': false, 'services.settings.server': 'http://127.0.0.1:1/' };

const browser = await puppeteer.launch({
  browser: isFirefox ? 'firefox' : 'chrome', executablePath: path.isAbsolute(program) ? program : `/usr/bin/${program}`,
  headless: true, timeout: PATIENCE, protocolTimeout: PATIENCE, args: isFirefox ? [] : QUIET,
  extraPrefsFirefox: QUIET_FIREFOX,
});
let bad = 0;
try {
  for (const file of given) {
    const page = await browser.newPage(), asked = new Set();
    await page.setViewport({ width, height: 900 });
    page.on('request', (request) => asked.add(request.url()));
    const address = /^https?:/.test(file) ? file : pathToFileURL(path.resolve(file)).href;
    await page.goto(address, { timeout: PATIENCE });
    await page.click('#verify-start');
    const began = Date.now();
    await page.waitForFunction(() => document.getElementById('verify').dataset.verdict,
      { timeout: PATIENCE, polling: 300 });
    const said = await page.evaluate(() => ['verdict', 'verify-facts', 'verify-lines'].map(
      (id) => document.getElementById(id).textContent));
    const place = await page.evaluate(() => document.getElementById('verify').dataset.runtimeAt);
    const runtime = place ? new URL(place, address).href : address;
    const others = [...asked].filter((url) => url !== address && !url.startsWith(runtime) &&
      !/^(blob|data):|\/favicon\.ico$/.test(url));
    console.log(`${file}: ${said.filter(Boolean).join('\n  ')}\n  ${(Date.now() - began) / 1000} s in ` +
      `${await browser.version()}; ${asked.size} requests; asked for elsewhere: ${others.length ? others.join(' ') : 'nothing'}`);
    bad += !said[0].startsWith('pass') || others.length > 0;
    if (shot) await page.screenshot({ path: shot, fullPage: true });
    await page.close();
  }
} finally {
  await browser.close();
}
process.exitCode = bad ? 1 : 0;
