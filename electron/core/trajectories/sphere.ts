export { bearingBetween, distanceBetween } from '@contract/rules/sphere';
