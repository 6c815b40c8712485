import type { RelayOwner } from './relay-credentials.ts'

export type RelayLimits = {
  allocations: number
  /**
   * The maximum number of allocations for one person in one call. A page uses one allocation for each other person, relay address, network and
   * restart.
   */
  allocationsPerPerson: number
  bitsPerSecondPerAllocation: number
  bitsPerSecond: number
  /** The maximum number of answers per second to one source address that has not authenticated yet. */
  answersPerSecond: number
}

export const relayLimits: RelayLimits = {
  allocations: 1_000,
  allocationsPerPerson: 36,
  bitsPerSecondPerAllocation: 4_000_000,
  bitsPerSecond: 200_000_000,
  answersPerSecond: 20,
}

/** The maximum number of channels of an allocation. A page uses one channel for each relayed address of the other people in the call. */
const mostChannels = 64
/** The time in milliseconds for which a channel is bound. */
const channelMilliseconds = 600_000

/** A client of the relay: the address of its packets, and the function that sends packets to it. */
export type RelayClient = {
  /** Transport, address and port. */
  key: string
  ip: string
  port: number
  isStream: boolean
  send(bytes: Buffer): void
}

type Channel = { peer: number; until: number }

/** The allocation of a client at the relay. Its relayed address is a port that exists only in this process. */
export type Allocation = RelayOwner & {
  client: RelayClient
  username: string
  /** The id of the request that created the allocation. If the request is repeated, it gets the same answer. */
  transactionId: Buffer
  port: number
  until: number
  permittedUntil: number
  channels: Map<number, Channel>
  /** The channel of each peer's port. */
  channelOf: Map<number, number>
  meter: Meter
}

/** Counts bits in the current second. */
type Meter = { second: number; bits: number }

const newMeter = (): Meter => ({ second: 0, bits: 0 })

function takeBits(meter: Meter, bits: number, limit: number, now: number): boolean {
  const second = Math.floor(now / 1_000)
  if (second !== meter.second) [meter.second, meter.bits] = [second, 0]
  if (meter.bits + bits > limit) return false
  meter.bits += bits
  return true
}

const [firstPort, lastPort] = [1024, 65_535]
const nameOf = ({ call, person }: RelayOwner) => `${call}.${person}`

/** The allocations of a relay, by client and by relayed port, with their limits. */
export function openAllocations(limits: RelayLimits, now: () => number) {
  const byClient = new Map<string, Allocation>()
  const byPort = new Map<number, Allocation>()
  const counts = openCounts()
  const freePort = openPorts(byPort)
  const total = newMeter()

  function remove(allocation: Allocation): void {
    if (byClient.get(allocation.client.key) !== allocation) return
    byClient.delete(allocation.client.key)
    byPort.delete(allocation.port)
    counts.change(nameOf(allocation), -1)
  }
  const live = (allocation: Allocation | undefined): Allocation | null => {
    if (!allocation) return null
    if (allocation.until > now()) return allocation
    remove(allocation)
    return null
  }
  return {
    count: () => byClient.size,
    /** `of` and `at` return null for an allocation that has expired. */
    of: (client: RelayClient) => live(byClient.get(client.key)),
    at: (port: number) => live(byPort.get(port)),
    /** Creates an allocation; null if a limit is reached. */
    add(made: Pick<Allocation, 'client' | 'username' | 'transactionId' | 'until'> & RelayOwner): Allocation | null {
      const count = counts.of(nameOf(made))
      if (byClient.size >= limits.allocations || count >= limits.allocationsPerPerson) return null
      const maps = { channels: new Map<number, Channel>(), channelOf: new Map<number, number>() }
      const allocation = { ...made, ...maps, port: freePort(), permittedUntil: 0, meter: newMeter() }
      counts.change(nameOf(made), 1)
      byClient.set(made.client.key, allocation)
      byPort.set(allocation.port, allocation)
      return allocation
    },
    remove,
    removeWhere(matches: (allocation: Allocation) => boolean): void {
      for (const allocation of byClient.values()) if (matches(allocation)) remove(allocation)
    },
    /** Counts bytes that an allocation sends. Returns false if they exceed a limit in the current second; the caller then drops them. */
    takeBytes({ meter }: Allocation, bytes: number): boolean {
      const bits = bytes * 8
      return (
        takeBits(meter, bits, limits.bitsPerSecondPerAllocation, now()) &&
        takeBits(total, bits, limits.bitsPerSecond, now())
      )
    },
  }
}

/** Returns a function that finds an unused port. A port that was just used is not used again soon, so that late packets reach no other person. */
function openPorts(used: ReadonlyMap<number, unknown>): () => number {
  let last = lastPort
  return () => {
    do last = last >= lastPort ? firstPort : last + 1
    while (used.has(last))
    return last
  }
}

/** Counts by name. A name whose count is 0 is removed. */
function openCounts() {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  return {
    of,
    change(name: string, by: number): void {
      counts.set(name, of(name) + by)
      if (of(name) === 0) counts.delete(name)
    },
  }
}

/** Binds a channel to the port of a peer. Returns false if either is bound to something else, or if there are too many. */
export function bindChannel({ channels, channelOf }: Allocation, channel: number, peer: number, now: number): boolean {
  const bound = channels.get(channel)
  if (bound ? bound.peer !== peer : channelOf.has(peer) || channels.size >= mostChannels) return false
  channels.set(channel, { peer, until: now + channelMilliseconds })
  channelOf.set(peer, channel)
  return true
}

/** Removes the channels that were not bound again in time. */
export function removeOldChannels({ channels, channelOf }: Allocation, now: number): void {
  for (const [channel, { peer, until }] of channels) {
    if (until > now) continue
    channels.delete(channel)
    channelOf.delete(peer)
  }
}
