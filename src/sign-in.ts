import './app/trusted-types';
import { createApp } from 'vue';
import { reportFaultsOf } from './app/report-faults';
import { prepare } from './app/start';
import SignInPage from './features/sign-in/Page.vue';

const app = createApp(SignInPage);
reportFaultsOf(app);
await prepare(app);
app.mount('#app');
