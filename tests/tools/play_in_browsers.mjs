// node play_in_browsers.mjs BROWSER PLAN.json FOLDER [PICTURE.png]
//
// Does in a page what play_in_browsers.py has planned, with real pointer and key events, and saves the recording into a
// folder. It runs where puppeteer-core is installed. Only looking is done by script: where the view is, what is chosen.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const puppeteer = (await import(createRequire(path.join(process.cwd(), 'x')).resolve('puppeteer-core'))).default;
const [program, planned, folder, picture] = process.argv.slice(2);
const plan = JSON.parse(fs.readFileSync(planned, 'utf8'));
const isFirefox = program.includes('firefox');
const PATIENCE = 600_000;  // ms
const FINE = 0.0006, COARSE = 0.0095;  // m: from here on an arrow key, and one with Shift, brings a part nearer
const QUIET = ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--enable-unsafe-swiftshader'];

const browser = await puppeteer.launch({
  browser: isFirefox ? 'firefox' : 'chrome', executablePath: path.isAbsolute(program) ? program : `/usr/bin/${program}`,
  headless: true, timeout: PATIENCE, protocolTimeout: PATIENCE, args: isFirefox ? [] : QUIET,
});
let bad = 1;
try {
  const page = await browser.newPage(), asked = new Set(), errors = [];
  await page.setViewport({ width: 1000, height: 640 });  // a computer without a graphics card draws no more in time
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]).catch(() => null);
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => asked.add(request.url()));
  const address = pathToFileURL(plan.page).href, began = Date.now();
  await page.goto(address, { timeout: PATIENCE });
  const refused = '(document.querySelector("#notice:not([hidden])") || {}).textContent';
  await page.waitForFunction(`(typeof game === "object" && game.ready && game.link.idle) || ${refused}`,
    { timeout: PATIENCE, polling: 100 });
  if (!await page.evaluate('typeof game === "object" && game.ready')) throw new Error(await page.evaluate(refused));
  const started = (Date.now() - began) / 1000;
  const idle = () => page.waitForFunction('game.link.idle', { timeout: PATIENCE, polling: 20 });
  const place = ([x, y]) => page.evaluate((wx, wy) => {
    const { camera } = game, box = game.canvas.getBoundingClientRect(), ratio = devicePixelRatio;
    return [box.left + ((wx - camera.x) * camera.zoom + camera.width / 2) / ratio,
      box.top + (camera.height / 2 - (wy - camera.y) * camera.zoom) / ratio];
  }, x, y);
  const click = async (at) => {
    const [px, py] = await place(at);
    await page.mouse.move(px - 3, py - 2);
    await page.mouse.move(px, py);
    await idle();
    await page.mouse.down();
    await page.mouse.up();
    await idle();
  };
  const take = async (name) => {
    await page.click(`#items [data-name="${name}"]`);
    await idle();
  };
  const keys = async (name, count) => {
    for (let n = 0; n < count; n++) await page.keyboard.press(name);
    await idle();
  };
  const chosen = () => page.evaluate('game.state.chosen');

  async function put({ place: item, x, y, turns, little, flip }) {
    await take(item);
    const [px, py] = await place([x, y]);
    await page.mouse.move(px, py);
    await idle();
    if (flip) await keys('f', 1);
    await keys(turns > 0 ? 'q' : 'e', Math.abs(turns));
    await page.keyboard.down('Shift');
    await keys(little > 0 ? 'Q' : 'E', Math.abs(little));
    await page.keyboard.up('Shift');
    await page.mouse.down();
    await page.mouse.up();
    await idle();
    for (const [axis, less, more, to] of [[0, 'ArrowLeft', 'ArrowRight', x], [1, 'ArrowDown', 'ArrowUp', y]]) {
      for (let n = 0; n < 60; n++) {
        const { at } = await chosen(), off = to - at[axis];
        if (Math.abs(off) < FINE) break;
        const far = Math.abs(off) > COARSE;
        if (far) await page.keyboard.down('Shift');
        await keys(off > 0 ? more : less, 1);
        if (far) await page.keyboard.up('Shift');
      }
    }
  }

  for (const step of plan.steps) {
    if (step.place) await put(step);
    else {
      await take(step.link);
      for (const point of step.points) await click(point);
    }
  }
  await page.select('#speed', '16');
  await page.click('#run');
  await page.waitForFunction('["won", "lost"].includes(document.body.dataset.outcome)', { timeout: PATIENCE, polling: 100 });
  await idle();
  const outcome = await page.evaluate('document.body.dataset.outcome');
  const words = await page.$eval('#win-facts', (element) => element.textContent);
  if (picture) await page.screenshot({ path: picture });
  const letters = await page.evaluate(async () => {
    const bytes = await game.link.fetched('recording');
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  });
  fs.writeFileSync(path.join(folder, `${plan.name}.replay`), Buffer.from(letters, 'base64'));
  const others = [...asked].filter((url) => url !== address && !/^(blob|data):/.test(url));
  console.log(`${outcome}: ${words} Started in ${started} s, ${(Date.now() - began) / 1000} s in all; asked for elsewhere: ` +
    `${others.length ? others.join(' ') : 'nothing'}${errors.length ? `; errors: ${errors.join(' ')}` : ''}`);
  bad = outcome !== 'won' || others.length > 0 || errors.length > 0 ? 1 : 0;
} finally {
  await browser.close();
}
process.exitCode = bad;
