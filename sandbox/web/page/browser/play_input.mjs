// Pointers, keys and buttons of a level that is played: each becomes a message to the worker, or moves the view.

const held = (event) => [event.shiftKey, event.ctrlKey || event.metaKey, event.altKey];

Object.assign(Game.prototype, {
  listen() {
    const on = (id, what, act) => $(id).addEventListener(what, act);
    for (const name of ["run", "stop", "step", "undo", "redo", "turn_left", "turn_right", "flip", "delete", "grid", "hint"]) {
      on(name, "click", () => this.deed(name));
    }
    on("fit", "click", () => this.look((camera) => camera.fit()));
    on("speed", "change", () => this.ask("speed", { speed: Number($("speed").value) }));
    on("theme", "change", () => this.choose(Number($("theme").value)));
    on("pictures-calm", "click", () => this.calm());
    on("sound", "click", () => this.mute());
    on("time", "input", () => this.goBack(Number($("time").value)));
    for (const id of ["save", "win-save"]) on(id, "click", () => this.save());
    for (const id of ["share", "win-share"]) on(id, "click", () => this.share());
    on("win-close", "click", () => {
      $("win").hidden = true;
      this.canvas.focus();
    });
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("keyup", (event) => {
      if (event.key.startsWith("Arrow")) this.ask("settle");
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    for (const what of ["down", "move", "up", "cancel", "leave"]) {
      this.canvas.addEventListener(`pointer${what}`, (event) => this.pointer(what, event));
    }
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.build();
      this.marks.wear(this.head.themes[this.theme].signs);
      this.stage.shown = this.ghost.shown = "";
      this.dirty = true;
    });
  },

  choose(index) {
    this.wear(index);
    keep(THEME, this.head.themes[index].name);
    if (this.state.stock) this.tellStock();
  },

  deed(name) {
    this.leavePast();
    this.ask(name);
  },

  // -- the pointer

  // The point of the level under an event, wherever on the page it is; null: beside the picture.
  over(event) {
    const box = this.canvas.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
    this.pointedAt = px >= 0 && py >= 0 && px < box.width && py < box.height ? [px, py] : null;
    return this.pointedAt && this.camera.point(px, py);
  },

  at(event) {
    const [x, y] = this.over(event) || this.camera.point(event.offsetX, event.offsetY);
    return { x, y, held: held(event) };
  },

  pointer(what, event) {
    const { pointers } = this, now = [event.offsetX, event.offsetY], before = pointers.get(event.pointerId);
    this.coarse = event.pointerType === "touch";
    if (what === "down") return this.down(event, now);
    if (what === "move") return before ? this.moved(event, before, now) : this.ask("point", this.at(event));
    if (what === "leave" && !before) {
      this.pointedAt = null;
      return this.ask("leave");
    }
    if (!before || what === "leave") return undefined;
    pointers.delete(event.pointerId);
    if (this.pressed === event.pointerId) {
      this.pressed = null;
      if (what === "cancel") this.ask("cancel");
      else this.ask("release", this.at(event));
      if (this.coarse) this.pointedAt = null;
    }
    return undefined;
  },

  down(event, now) {
    const { pointers } = this;
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus({ preventScroll: true });
    pointers.set(event.pointerId, now);
    if (this.past) return this.leavePast();
    if (pointers.size > 1) {  // two fingers move the view
      if (this.pressed !== null) this.ask("cancel");
      this.pressed = null;
    } else if (event.button === 0) {
      this.pressed = event.pointerId;
      this.ask("press", this.at(event));
    }
    return undefined;
  },

  moved(event, before, now) {
    const { pointers } = this, [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    pointers.set(event.pointerId, now);
    if (this.pressed === event.pointerId) this.ask("point", this.at(event));
    else if (pointers.size === 1) this.look((camera) => camera.drag(dx, dy));
    else {
      const [, other] = [...pointers].find(([id]) => id !== event.pointerId);
      this.look((camera) => {
        camera.drag(dx / 2, dy / 2);
        camera.pinch(before, now, other);
      });
    }
  },

  wheel(event) {
    event.preventDefault();
    if (this.state.armed || this.state.held) {
      this.ask("wheel", { degrees: event.deltaY > 0 ? -WHEEL_TURNS : WHEEL_TURNS });
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.ask("settle"), SETTLE_MS);
    } else this.look((camera) => camera.wheel(event));
  },

  // -- the stock

  arm(name, more = {}) {
    this.leavePast();
    this.ask("arm", { name, ...more });
    if (more.by_key) this.canvas.focus();
  },

  // A press on a stock item: moved away it drags a part into the level, else it is a click.
  takeUp(event, name) {
    if (event.button !== 0) return;
    const from = [event.clientX, event.clientY], button = event.currentTarget, id = event.pointerId;
    this.coarse = event.pointerType === "touch";
    let dragged = false;
    const move = (moved) => {
      if (moved.pointerId !== id) return;
      if (!dragged && Math.hypot(moved.clientX - from[0], moved.clientY - from[1]) > DRAG_PX) {
        dragged = true;
        this.arm(name, { dragged: true });
      }
      if (!dragged) return;
      const at = this.over(moved);
      if (at) this.ask("point", { x: at[0], y: at[1], held: held(moved) });
      else this.ask("leave");
    };
    const end = (ended) => {
      if (ended.pointerId !== id) return;
      for (const [what, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(what, act);
      const at = this.over(ended);
      if (ended.type === "pointercancel") {
        if (dragged) this.ask("cancel");
      } else if (!dragged) this.arm(name);
      else if (at) this.ask("release", { x: at[0], y: at[1], held: held(ended) });
      else this.ask("put_back");
      if (this.coarse) this.pointedAt = null;
    };
    // A touch is captured by the button, so the events come there, and go on to the window.
    for (const [what, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) addEventListener(what, act);
    if (event.pointerType !== "touch") button.focus();
  },

  // -- keys

  key(event) {
    const { key, shiftKey: shift } = event, { target } = event;
    const own = this.ownKey(key, shift);
    if (own && !event.ctrlKey && !event.altKey && !event.metaKey && !target.closest("select, textarea, input")) {
      event.preventDefault();
      own();
      return;
    }
    // Elsewhere keys do what a browser does with them; in the level they are the level's.
    const letter = key.length === 1 && key !== " " || key === "Delete", typed = target.closest("select, textarea, input");
    if (target !== this.canvas && (typed || !letter && !(target === document.body && key === " "))) return;
    const name = NAMES[key] || (key.length === 1 ? key.toLowerCase() : "");
    if (!name) return;
    if (name === "tab" && !this.state.pointer && !this.state.held && !this.state.selected?.length && shift) return;  // the way out
    if (name === "esc" && !this.state.held && !this.state.pointer && !this.state.selected?.length) {
      $("items").querySelector("button")?.focus();
      return;
    }
    event.preventDefault();
    this.pointedAt = null;
    this.ask("key", { key: name, held: held(event) });
  },

  ownKey(key, shift) {
    const middle = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2], second = this.head.rate;
    const zoom = (factor) => () => this.look((camera) => camera.zoomAt(factor, ...middle));
    const tick = () => (this.past ? this.past.tick : this.state.tick || 0);
    switch (key) {
      case "F6": return () => (document.activeElement === this.canvas ? $("items").querySelector("button") : this.canvas)?.focus();
      case "F9": return shift ? () => this.calm() : () => this.choose((this.theme + 1) % this.head.themes.length);
      case "M": return () => this.mute();
      case "PageUp": return () => this.goBack(tick() - second);
      case "PageDown": return () => this.goBack(tick() + second);
      case "End": return () => this.leavePast();
      case "+": case "=": return zoom(1.25);
      case "-": return zoom(0.8);
      case "0": return () => this.look((camera) => camera.fit());
      case "F1": case "?": return () => {
        $("keys").open = true;
        $("keys").querySelector("summary").focus();
      };
      default: return null;
    }
  },

  // -- what is taken home

  async save() {
    const file = URL.createObjectURL(new Blob([await this.link.fetched("recording")]));
    Object.assign(document.createElement("a"), { href: file, download: `${this.head.name}.replay` }).click();
    URL.revokeObjectURL(file);
    this.say(`The recording was saved as ${this.head.name}.replay; "sandbox verify" runs it again on a desktop.`, "good");
  },

  async share() {
    const text = await this.link.fetched("share"), box = $("shared");
    Object.assign(box, { value: text, hidden: false });
    try {
      await navigator.clipboard.writeText(text);
      this.say("The text is on the clipboard: paste it into a message; \"sandbox unpack\" reads it.", "good");
    } catch {
      box.focus();
      box.select();
      this.say("Copy the text below, and paste it into a message; \"sandbox unpack\" reads it.", "info");
    }
  },
});

let game;

async function begin() {
  const notice = (text) => Object.assign($("notice"), { textContent: text, hidden: false });
  if (typeof DecompressionStream === "undefined" || typeof WebAssembly === "undefined") {
    notice("This browser can't run the engine: it needs WebAssembly and DecompressionStream, which browsers have had since 2023.");
    return;
  }
  try {
    game = new Game(await unpack($("recording").textContent));
  } catch (error) {
    notice(error instanceof NoWebGL ? error.message : `The level can't be shown: ${error.message}`);
    throw error;
  }
  requestAnimationFrame(() => game.loop());
}

begin();
