import './app/trusted-types';
import { createApp } from 'vue';
import App from './App.vue';
import { createScreens, loadMapAhead } from './app/router';
import { reportFaultsOf } from './app/report-faults';
import { prepare, whenSignedIn } from './app/start';
import { useResourcesStore } from './app/stores/resources-store';

const app = createApp(App);
reportFaultsOf(app);
const prepared = prepare(app);
// While main is asked.
loadMapAhead(window.location.hash);
await prepared;
// Main shows the other document where nobody is.
await whenSignedIn();
// Screens and words of what the service profile describes are there before the first one opens.
await useResourcesStore().start();
app.use(createScreens());
app.mount('#app');
