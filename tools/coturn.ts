// npm run coturn -- relay.practice.example: prints a configuration of coturn, a relay for video calls on a machine of its own, and the settings with
// which Attune uses it. Uses TURN_SECRET if it is set, and a new secret otherwise. Changes nothing.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { StartError } from '../apps/server/src/platform/process/start-error.ts'

/** Networks that the relay must not reach: private networks, those of the machine itself, and reserved networks. coturn allows most of them. */
const deniedNetworks = [
  '0.0.0.0-0.255.255.255',
  '10.0.0.0-10.255.255.255',
  '100.64.0.0-100.127.255.255',
  '127.0.0.0-127.255.255.255',
  '169.254.0.0-169.254.255.255',
  '172.16.0.0-172.31.255.255',
  '192.0.0.0-192.0.0.255',
  '192.168.0.0-192.168.255.255',
  '198.18.0.0-198.19.255.255',
  '::1',
  '64:ff9b::-64:ff9b::ffff:ffff',
  'fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fe80::-febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
]

try {
  const [host = '', ...rest] = process.argv.slice(2)
  if (rest.length > 0 || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host))
    throw new StartError('Give the name of the machine of coturn: npm run coturn -- relay.practice.example')
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  const secret = config.otherRelay?.secret ?? randomBytes(32).toString('hex')
  console.log(configurationOf(host, secret))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function configurationOf(host: string, secret: string): string {
  const urls = [
    `turn:${host}:3478?transport=udp`,
    `turn:${host}:3478?transport=tcp`,
    `turns:${host}:5349?transport=tcp`,
  ]
  return `# /etc/turnserver.conf on ${host}. Open the ports 3478 (UDP and TCP), 5349 (TCP) and 49152 to 65535 (UDP).
use-auth-secret
static-auth-secret=${secret}
realm=${host}
fingerprint
tls-listening-port=5349
cert=/etc/letsencrypt/live/${host}/fullchain.pem
pkey=/etc/letsencrypt/live/${host}/privkey.pem
no-tlsv1
no-tlsv1_1
no-cli
no-tcp-relay
no-rfc5780
no-multicast-peers
stale-nonce=600
total-quota=1000
max-bps=500000
# The relay must not reach private networks.
${deniedNetworks.map((network) => `denied-peer-ip=${network}`).join('\n')}
# Two people of a call may both use this relay. Replace this by its public address.
# allowed-peer-ip=203.0.113.7

# .env of Attune
# TURN_URLS=${urls.join(',')}
# TURN_SECRET=${secret}`
}
