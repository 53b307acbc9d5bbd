/** A window of Electron's for a benchmark, with nothing of the app's main process. */
import { app, BrowserWindow } from 'electron';

void app.whenReady().then(() => {
  const size = { width: 1280, height: 800, useContentSize: true };
  const window = new BrowserWindow({ ...size, webPreferences: { backgroundThrottling: false } });
  void window.loadURL('about:blank');
});
