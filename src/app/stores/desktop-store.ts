import { defineStore } from 'pinia';
import { topicState } from './topic-state';

/** What the desktop around the app has: notifications, a tray; and the sounds that are asked for. */
export const useDesktopStore = defineStore('desktop', () =>
  topicState('desktop', {
    ...{ hasNotifications: false, hasTray: false, onBattery: false, isAtRest: false },
    ...{ chimes: 0, isAsked: false },
  }),
);
