/** A bare window that draws one canvas: the least that a start of Electron takes. */
import { app, BrowserWindow } from 'electron';

const page = `<!doctype html><title>Bare</title><canvas width="1280" height="800"></canvas><script>
  const pen = document.querySelector('canvas').getContext('2d');
  pen.fillStyle = '#3060c0';
  for (let at = 0; at < 10000; at += 1) pen.fillRect((at * 37) % 1280, (at * 91) % 800, 4, 4);
</script>`;

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, useContentSize: true });
  void window.loadURL(`data:text/html,${encodeURIComponent(page)}`);
});
