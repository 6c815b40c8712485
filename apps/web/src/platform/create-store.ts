import { useSyncExternalStore } from 'react'

export type Store<Value> = {
  get: () => Value
  /** Sets the value. Calls the listeners if the value differs from the previous one. */
  set: (next: Value) => void
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store for a value outside React. Components and other code can subscribe to its changes. */
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
