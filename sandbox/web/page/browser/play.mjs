// A level to play: draws what the worker says, and passes presses and keys on. No rule of the game is here.
import { Air } from "./air.mjs";
import { Camera } from "./camera.mjs";
import { NoWebGL, Painter } from "./gl.mjs";
import { LiveLayout, LiveStage, RunFilm, putMarks, viewOf } from "./live_scene.mjs";
import { Fields } from "./play_fields.mjs";
import { PlayWorker } from "./play_worker.mjs";
import { Frame, Marks } from "./scene.mjs";
import { Sound } from "./sound.mjs";
import { MARK_BYTES, unpack } from "./tracks.mjs";

const SPEEDS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16];
const COARSE = 2.4;                              // times the usual reach: a finger covers what it touches
const DRAG_PX = 6;                               // a press in the stock that moves less is a click
const WHEEL_TURNS = 15, SETTLE_MS = 500;         // degrees for each notch; then a turn by the wheel is one step
const LAYERS = ["under", "rays", "effects", "over"];  // of marks, as the worker sends them
const PROGRESS = "contraption-progress", THEME = "contraption-theme";  // as the pages of a site keep them
const NAMES = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Enter: "enter", Escape: "esc",
  Delete: "del", Backspace: "backspace", Tab: "tab", " ": "space" };
const $ = (id) => document.getElementById(id);
const kept = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* nothing is lost but what would have been kept */ } };

class Game {
  constructor(block) {
    const { head } = block;
    Object.assign(this, { block, head, state: {}, dirty: true, film: new RunFilm(), past: null, pointers: new Map(), counter: 0 });
    this.canvas = $("canvas");
    this.frame = new Frame(block);
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.camera = new Camera(this.canvas, head.steps.margin);
    [this.camera.world] = head.looks;
    this.marksNow = {};
    this.sound = new Sound(block);
    this.fields = new Fields($("fields"), (id, name, value) => this.ask("set", { id, name, value }));
    this.build();
    this.describe();
    const named = (name) => head.themes.findIndex((theme) => theme.name === name);
    this.wear(Math.max(0, named(kept(THEME)) >= 0 ? named(kept(THEME)) : named(head.theme)));
    this.link = new PlayWorker((answer, bytes) => this.answered(answer, bytes), (why) => this.failed(why));
    this.link.view = () => this.view();
    this.listen();
    this.resize();
    this.say("Starting the engine in this browser, which takes some seconds.", "info");
    this.link.begin(head.level, head.engineAt, (text) => this.say(text, "info")).catch((error) => this.failed(String(error.message || error)));
  }

  build() {
    this.painter = new Painter(this.canvas, this.head.programs, new Float32Array(0), 1, this.frame.vectors / 4);
    this.stage = new LiveStage(this.block, this.painter, this.painter.scene);
    this.ghost = new LiveStage(this.block, this.painter, this.painter.echo);
    this.marks = new Marks(this.block, this.painter);
    this.air = new Air(this.block, this.painter);
    if (this.polygons) this.painter.layPolygons(this.polygons.points, this.polygons.shelves);
  }

  failed(why) {
    this.say(`The engine stopped: ${why}. Load the page again; what you have built in it is gone.`, "refused");
  }

  // -- answers

  view() {
    const { camera } = this, { pixel } = camera;
    const half = [camera.width / camera.zoom / 2, camera.height / camera.zoom / 2];
    const bounds = [camera.x - half[0], camera.y - half[1], camera.x + half[0], camera.y + half[1]];
    return { pixel, bounds, coarse: this.coarse ? COARSE : 1, still: this.still };
  }

  ask(name, more = {}) {
    this.link.ask({ do: name, ...more });
  }

  answered(answer, bytes) {
    const view = viewOf(bytes), began = !this.ready;
    this.ready = true;
    this.wasRunning = this.state.run?.running;
    Object.assign(this.state, answer);
    if (answer.polygons) {
      this.polygons = { points: view(answer.polygons.points).slice(), shelves: answer.polygons.shelves };
      this.painter.layPolygons(this.polygons.points, this.polygons.shelves);
    }
    if (answer.scene) this.layout = new LiveLayout(answer.scene, view, `scene ${answer.scene.version}`, 1);
    if (answer.rows) this.layout.move(view(answer.rows).slice(), view(answer.states).slice(), view(answer.courses).slice());
    if (answer.lamps) this.layout.lamps = answer.lamps;
    if (answer.air) this.layout.blow(answer.air, this.head.steps.turn);
    if (answer.ghost) this.haunt(answer.ghost, view);
    for (const [name, at] of Object.entries(answer.marks || {})) this.marksNow[name] = view(at).slice();
    if (answer.pictures) this.pictures(answer.pictures, view);
    if (answer.sounds) this.sound.now(answer.sounds, this.state.run.speed);
    this.film_(answer);
    this.tell(answer);
    if (began) this.say("Take a part from the stock, and put it into the level.", "info");
    this.dirty = true;
  }

  haunt(described, view) {
    this.ghostLayout = new LiveLayout(described, view, `ghost ${++this.counter}`, 1);
    this.ghostLayout.move(view(described.motions), new Float64Array(0), view(described.courses).slice());
  }

  // Keeps the moments of a run; a new run begins a new film.
  film_(answer) {
    const { run } = this.state;
    if (answer.run && run.running && (!this.wasRunning || this.film.start !== run.start)) {
      this.film.clear();
      this.film.start = run.start;
      this.leavePast();
    }
    if (run.running && answer.rows && !this.past) {
      const { layout } = this;
      this.film.add({
        tick: answer.tick, layout, rows: layout.rows, states: layout.states, courses: layout.courses, air: layout.air, lamps: layout.lamps,
        marks: { ...this.marksNow }, goals: this.state.goals,
      });
    }
    if (answer.run && !run.running) this.leavePast();
    $("time").disabled = !run.running;
    if (!this.past) {
      $("time").min = String(this.film.start || 0);
      $("time").max = $("time").value = String(run.running ? answer.tick : this.film.start || 0);
    }
  }

  // -- the past of a run

  goBack(tick) {
    const last = this.film.moments.at(-1);
    if (!last || !this.state.run.running) return;
    if (tick >= last.tick) return this.leavePast();
    if (!this.past) {
      this.ask("past", { past: true });
      $("time").max = String(last.tick);
    }
    this.past = this.film.at(Math.max(this.film.start, tick));
    $("time").value = String(this.past.tick);
    this.tellTime();
    this.tellGoals(this.past.goals);
    this.dirty = true;
  }

  leavePast() {
    if (!this.past) return;
    this.past = null;
    this.ask("past", { past: false });
    this.tellGoals(this.state.goals);
    this.dirty = true;
  }

  // -- drawing

  show() {
    if (!this.layout) return;
    const { camera, painter, past } = this, { run } = this.state;
    const layout = past ? past.layout : this.layout;
    if (past) Object.assign(layout, { rows: past.rows, states: past.states, courses: past.courses, air: past.air, lamps: past.lamps });
    this.stage.selected = past ? [] : this.state.selected;
    this.stage.hovered = past ? 0 : this.state.hovered;
    layout.at.tick = past ? past.tick : this.state.tick;
    this.stage.put(layout);
    if (this.ghostLayout && !past) this.ghost.put(this.ghostLayout);
    else this.ghost.clear();
    const leftover = past || !run.running || run.paused ? 0 : this.state.leftover;
    const values = this.frame.fill(layout, 0, leftover, camera, this.theme, this.still);
    for (const name of LAYERS) putMarks(this.marks, name, (past?.marks || this.marksNow)[name] || new Uint8Array(0), MARK_BYTES);
    this.air.show(this.stage, 0, this.frame.time, 1 / camera.pixel);
    const look = this.frame.looks[0];
    painter.draw(values, { scene: look.scene, coarse: values[63] }, this.frame.key(layout));
  }

  loop() {
    const { run } = this.state;
    if (run?.running && !run.paused && !this.past && this.link.idle) this.ask("frame");
    if (this.dirty) {
      this.dirty = false;
      this.show();
    }
    requestAnimationFrame(() => this.loop());
  }

  // -- words

  say(text, tone) {
    $("advice").textContent = text;
    $("advice").className = tone;
  }

  tell(answer) {
    const { run, can } = this.state;
    if (answer.stock) this.tellStock();
    if ((answer.goals || answer.rules) && !this.past) this.tellGoals(this.state.goals);
    if (answer.hints) this.tellHints(answer.hints);
    if (answer.armed !== undefined) this.tellArmed();
    if (answer.chosen) this.tellChosen(answer.chosen);
    if (answer.run && run.outcome !== "won") $("win").hidden = true;
    for (const [text, tone] of answer.notices || []) this.say(text, tone);
    if (!answer.notices && answer.why_not) this.say(answer.why_not, "refused");
    else if (!answer.notices && (answer.advice !== undefined || answer.why_not === "")) this.say(this.state.advice, "info");
    if (answer.win) this.tellWin(answer.win);
    if (answer.run) {
      $("run").textContent = !run.running ? "\u25B6 Run" : run.paused ? "\u25B6 Go on" : "\u275A\u275A Pause";
      $("stop").disabled = !run.running;
      $("speed").value = String(run.speed);
      for (const name of ["turn_left", "turn_right", "flip", "delete", "hint"]) $(name).disabled = run.running;
      document.body.dataset.outcome = run.running ? run.outcome : "building";
    }
    if (answer.can || answer.run) {
      $("undo").disabled = !can.undo;
      $("redo").disabled = !can.redo;
      for (const name of ["turn_left", "turn_right", "flip"]) $(name).disabled = !can.parts || run.running;
      $("delete").disabled = !can.selected || run.running;
      $("grid").setAttribute("aria-pressed", String(can.grid));
    }
    this.tellTime();
    this.tellSays();
  }

  tellTime() {
    const { run, tick } = this.state, at = this.past ? this.past.tick : tick;
    const text = run.running ? `${((at - run.start) / this.head.rate).toFixed(2)} s${this.past ? " (past)" : ""}` : "Building";
    if ($("clock").textContent !== text) $("clock").textContent = text;
    $("time").setAttribute("aria-valuetext", text);
  }

  tellGoals(goals) {
    const { outcome } = this.state.run, rows = goals.map(([text, met, share]) => {
      const row = document.createElement("li"), state = document.createElement("b");
      row.className = met ? "met" : "open";
      state.textContent = met ? "\u2714 Met: " : share > 0 ? `\u25D4 ${Math.round(100 * share)} %: ` : "\u25CB Open: ";
      row.append(state, text);
      return row;
    });
    const { fails, broken, aims } = this.state.rules, row = (className, textContent) => rows.push(Object.assign(document.createElement("li"), { className, textContent }));
    for (const text of fails) if (!broken || text !== broken) row("fail", `\u26A0 Lost if: ${text}`);
    if (outcome === "lost") row("lost", broken ? `\u2716 Lost: ${broken}` : "\u2716 Lost: stop, and try again");
    for (const text of aims) row("aim", `\u2606 ${text}`);
    $("goals").replaceChildren(...rows);
  }

  tellHints({ shown, more }) {
    $("hints").replaceChildren(...shown.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    $("hint").hidden = !more && !shown.length;
  }

  help(title, help) {
    $("help").textContent = `${title}: ${help}`;
  }

  tellChosen(chosen) {
    const { title, help } = chosen;
    $("help").textContent = title ? `${title}. ${help}` : "Nothing is chosen.";
    this.fields.show(chosen);
  }

  // What a click would do, or why it can't be done, at the pointer.
  tellSays() {
    const { why_not: why, says } = this.state, text = why || says || "", label = $("says");
    label.hidden = !text || !this.pointedAt || this.past;
    if (label.hidden) return;
    label.textContent = text;
    label.className = why ? "refused" : "";
    const box = this.canvas.getBoundingClientRect(), [px, py] = this.pointedAt;
    label.style.transform = `translate(${Math.round(Math.min(px + 16, box.width * 0.4))}px, ${Math.round(Math.min(py + 18, box.height - 34))}px)`;
  }

  tellWin(win) {
    const parts = `${win.parts} part${win.parts === 1 ? "" : "s"}`, stars = "\u2605".repeat(win.stars) + "\u2606".repeat(win.possible - win.stars);
    $("win-title").textContent = "\u2714 Solved!";
    $("win-facts").textContent = `${stars} ${win.stars} of ${win.possible} star${win.possible === 1 ? "" : "s"}: ${parts}, ${win.seconds.toFixed(2)} s${win.touches ? `, touched ${win.touches} times` : ""}.`;
    $("win-insight").textContent = win.insight;
    $("win-missing").textContent = win.missing.length ? `For more stars: ${win.missing.join("; ")}.` : "";
    $("win").hidden = false;
    this.say(`Solved! ${win.insight}`, "good");
    let solved = [];
    try {
      solved = JSON.parse(kept(PROGRESS) || "{}").solved;
    } catch { /* what was kept is not what a site keeps */ }
    const names = new Set(Array.isArray(solved) ? solved.map(String) : []).add(this.head.name);
    keep(PROGRESS, JSON.stringify({ solved: [...names].sort() }));
  }

  describe() {
    const { head } = this, option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text });
    $("title").textContent = $("title").title = head.title;
    $("text").textContent = head.text;
    $("made").textContent = `The engine and the rules of contraption sandbox ${head.version} run in this page. What you record here passes "sandbox verify" on a desktop, and "sandbox unpack" reads what you share.`;
    $("theme").replaceChildren(...head.themes.map((theme, i) => option(i, theme.title)));
    const named = (speed) => (speed < 1 ? `1/${1 / speed} \u00D7` : `${speed} \u00D7`);
    $("speed").replaceChildren(...SPEEDS.map((speed) => option(speed, named(speed))));
    $("speed").value = "1";
    $("pictures-calm").setAttribute("aria-pressed", String(this.still));
  }

  wear(index) {
    this.theme = index;
    const theme = this.head.themes[index], root = document.documentElement;
    root.classList.toggle("dark", theme.dark);
    for (const [name, colour] of Object.entries(theme.inks)) root.style.setProperty(name, colour);
    $("theme").value = String(index);
    this.marks.wear(theme.signs);
    this.dirty = true;
  }

  mute() {
    this.sound.toggle();
    $("sound").setAttribute("aria-pressed", String(this.sound.on));
  }

  calm() {
    this.still = !this.still;
    $("pictures-calm").setAttribute("aria-pressed", String(this.still));
    this.looked();
  }

  // -- the view

  resize() {
    this.camera.measure();
    this.looked();
  }

  looked() {
    this.dirty = true;
    if (this.ready) this.ask("frame");  // marks have their size on the screen
  }

  // Moves the view.
  look(move) {
    move(this.camera);
    this.looked();
  }
}
