import './app/trusted-types';
import './ui/base.css';
import { createApp } from 'vue';
import App from './App.vue';
import { createScreens } from './app/router';
import { reportFaultsOf } from './app/report-faults';
import { prepare, whenSignedIn } from './app/start';
import { useResourcesStore } from './app/stores/resources-store';

const app = createApp(App);
reportFaultsOf(app);
await prepare(app);
// Main shows the other document where nobody is.
await whenSignedIn();
// Screens and words of what the service profile describes are there before the first one opens.
await useResourcesStore().start();
app.use(createScreens());
app.mount('#app');
