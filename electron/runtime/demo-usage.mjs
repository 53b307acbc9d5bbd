/** What `npm run demo-service -- --help` prints; the service itself reads its options. */
export const DEMO_USAGE = `Usage: npm run -s demo-service -- [options]

Starts the demo service alone. The first line that it prints is one JSON object with its address and
a log-in. It runs until it is stopped with Ctrl+C.

  --port N          port on 127.0.0.1; 0 lets the system choose (0)
  --vehicles N      size of the fleet, 1 to 100000 (120)
  --seed N          the same seed gives the same town, records and journeys (1)
  --rate N          requests answered in any 60 seconds (50)
  --latency MS      delay of every answer (0)
  --token-life S    life of an access token (900)
  --test-control    open /control/… for faults, clock and request log
  --help            this text`;
