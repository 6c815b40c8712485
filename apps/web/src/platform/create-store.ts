import { useSyncExternalStore } from 'react'

export type Store<Value> = {
  get: () => Value
  /** Sets the value, and calls the listeners if it differs from the previous value. */
  set: (next: Value) => void
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** A store for a value outside React. Components and other code can subscribe to its changes. */
export function createStore<Value>(start: Value): Store<Value> {
  let value = start
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the current value of a store. The component renders again when the value changes. */
export const useStore = <Value>(store: Store<Value>): Value => useSyncExternalStore(store.subscribe, store.get)
