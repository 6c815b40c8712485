import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The networks of the people in a call. This process, and with it the server, is the router between them. */
export type CallNetwork = {
  /** A program that starts Chromium in the network of the therapists or the clients. */
  browserIn(who: 'therapist' | 'client'): string
  /** Cuts the line of the clients: no packet reaches or leaves them. */
  cut(): void
  /** Drops all UDP of the clients. */
  blockUdp(): void
  /** Drops the packets that therapists and clients send to each other directly. The server and the relay stay reachable. */
  blockDirect(): void
  /** Ends all of these faults. */
  restore(): void
  /** Gives the clients another address, as a phone gets when it changes from Wi-Fi to the mobile network. */
  moveClients(): void
}

/** The address at which both networks reach the server. */
export const serverAddress = '10.77.1.1'
const networks = { therapist: 1, client: 2 } as const
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Makes two network namespaces and joins them to the namespace of this process, which must run in its own network and mount namespaces. */
export function makeCallNetwork(work: string, chromium: string): CallNetwork {
  run('ip', 'link', 'set', 'lo', 'up')
  run('mkdir', '-p', '/run/netns')
  run('mount', '-t', 'tmpfs', 'none', '/run/netns')
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1')
  for (const who of Object.keys(networks) as (keyof typeof networks)[]) joinNetwork(who)
  makeChains()
  let moves = 0
  return {
    browserIn: (who) => writeLauncher(work, chromium, who),
    cut: () => atBothEnds('-A', 'line', '-j', 'DROP'),
    blockUdp: () => atBothEnds('-A', 'line', '-p', 'udp', '-j', 'DROP'),
    blockDirect: () => here('-A', 'direct', '-j', 'DROP'),
    restore() {
      atBothEnds('-F', 'line')
      here('-F', 'direct')
    },
    moveClients() {
      run('ip', '-n', 'client', 'addr', 'flush', 'dev', 'eth0')
      setAddress('client', 10 + ++moves)
    },
  }
}

/** Joins a namespace to the router with a pair of virtual devices. */
function joinNetwork(who: keyof typeof networks): void {
  const n = networks[who]
  run('ip', 'netns', 'add', who)
  run('ip', 'link', 'add', `v${n}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', who)
  run('ip', 'addr', 'add', `10.77.${n}.1/24`, 'dev', `v${n}`)
  run('ip', 'link', 'set', `v${n}`, 'up')
  for (const device of ['lo', 'eth0']) run('ip', '-n', who, 'link', 'set', device, 'up')
  setAddress(who, 2)
  // The server answers from the address to which the request was sent, as on a machine with one address.
  run('ip', 'route', 'replace', `10.77.${n}.0/24`, 'dev', `v${n}`, 'src', serverAddress)
}

function setAddress(who: keyof typeof networks, host: number): void {
  const n = networks[who]
  run('ip', '-n', who, 'addr', 'add', `10.77.${n}.${host}/24`, 'dev', 'eth0')
  run('ip', '-n', who, 'route', 'replace', 'default', 'via', `10.77.${n}.1`)
}

/**
 * Makes the chains of the firewall: `line` is all traffic of the clients, `direct` the traffic between the networks. Packets to the clients are
 * dropped inside the clients' network, because a sender notices if its packets are dropped on its own side.
 */
function makeChains(): void {
  atBothEnds('-N', 'line')
  for (const chain of ['INPUT', 'FORWARD']) here('-A', chain, '-i', `v${networks.client}`, '-j', 'line')
  atClients('-A', 'INPUT', '-i', 'eth0', '-j', 'line')
  here('-N', 'direct')
  here('-A', 'FORWARD', '-j', 'direct')
}

const here = (...rule: string[]) => run('iptables', ...rule)
const atBothEnds = (...rule: string[]) => {
  here(...rule)
  atClients(...rule)
}
const atClients = (...rule: string[]) => run('nsenter', '--net=/run/netns/client', 'iptables', ...rule)

/** Writes a script that starts Chromium in a namespace. Chromium inherits the open file descriptors of the script, which Playwright needs. */
function writeLauncher(work: string, chromium: string, who: string): string {
  const path = join(work, `chromium-${who}`)
  writeFileSync(path, `#!/bin/sh\nexec nsenter --net=/run/netns/${who} '${chromium}' "$@"\n`)
  chmodSync(path, 0o755)
  return path
}
