import { createStore, type Store } from '../../../../platform/create-store.ts'
import type { CallState } from '../engine/call-state.ts'
import { rememberedDevice } from '../engine/devices.ts'

/**
 * Plays the sound of the other people. Its audio elements are not in the document, because a browser pauses an element that is removed from it. The
 * sound therefore continues when the page changes and while the screen is locked.
 */
export class CallSound {
  readonly #players = new Map<string, HTMLAudioElement>()
  readonly #stop: () => void
  #speaker = rememberedDevice('speaker')?.id
  /** Whether the browser plays sound only after a click on the page. */
  readonly isBlocked: Store<boolean> = createStore(false)

  constructor(call: Store<CallState>) {
    this.#stop = call.subscribe(() => this.#follow(call.get()))
    this.#follow(call.get())
  }

  #follow({ others }: CallState) {
    for (const peer of this.#players.keys()) if (!others.some((other) => other.peer === peer)) this.#remove(peer)
    for (const { peer, stream } of others) if (stream) this.#play(peer, stream)
  }

  #play(peer: string, stream: MediaStream) {
    const player = this.#players.get(peer) ?? new Audio()
    if (player.srcObject === stream) return
    this.#players.set(peer, player)
    player.srcObject = stream
    this.#useSpeaker(player)
    this.#start(player)
  }

  /**
   * The click on 'Join' lets most browsers play sound. Other browsers require a click for each sound, or block a sound that starts long after the
   * click.
   */
  #start(player: HTMLAudioElement) {
    player.play().catch((error: DOMException) => {
      if (error.name === 'NotAllowedError') this.isBlocked.set(true)
    })
  }

  /** Plays everything that the browser has blocked. Called by a click. */
  unblock = (): void => {
    this.isBlocked.set(false)
    for (const player of this.#players.values()) this.#start(player)
  }

  #useSpeaker(player: HTMLAudioElement) {
    // Some browsers cannot choose the loudspeaker. The sound then comes from the default loudspeaker of the device.
    if (this.#speaker !== undefined) void player.setSinkId?.(this.#speaker).catch(() => {})
  }

  /** Plays everything on another loudspeaker. */
  choose(speaker: string): void {
    this.#speaker = speaker
    for (const player of this.#players.values()) this.#useSpeaker(player)
  }

  #remove(peer: string) {
    const player = this.#players.get(peer)
    this.#players.delete(peer)
    if (!player) return
    player.pause()
    player.srcObject = null
  }

  stop(): void {
    this.#stop()
    for (const peer of this.#players.keys()) this.#remove(peer)
  }
}
