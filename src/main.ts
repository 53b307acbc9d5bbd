import './app/trusted-types';
import './ui/base.css';
import { createApp } from 'vue';
import App from './App.vue';
import { createScreens } from './app/router';
import { prepare } from './app/start';

const app = createApp(App);
app.use(createScreens());
await prepare(app);
app.mount('#app');
