// The script of an example page: buttons that drive an embedded scenario, and a figure read from it.
const lesson = document.getElementById("lesson");
const element = (id) => document.getElementById(id);

/** Does something with the scenario; what goes wrong is told. */
async function tryTo(work) {
  try {
    await work();
    element("told").textContent = "";
  } catch (error) {
    element("told").textContent = error.message;
  }
}

async function showBusy() {
  const metrics = await lesson.get("metrics");
  element("busy").textContent = `${metrics["cpu.busy_pct"].toFixed(1)} %`;
}

const setSoftNUMA = (isOn) => tryTo(async () => {
  await lesson.set({ "system.settings.auto_soft_numa": isOn });
  await showBusy();
});

element("play").onclick = () => tryTo(() => lesson.play({ speed: 10 }));
element("moment").onclick = () => tryTo(async () => {
  await lesson.pause();
  await lesson.seek(92.4);
});
element("off").onclick = () => setSoftNUMA(false);
element("on").onclick = () => setSoftNUMA(true);

lesson.addEventListener("ready", () => tryTo(showBusy));
lesson.addEventListener("time", ({ detail }) => {
  element("time").textContent = `t = ${detail.t.toFixed(1)} s`;
});
