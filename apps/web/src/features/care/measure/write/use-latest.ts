import { useEffect, useRef } from 'react'

/** Returns a reference to the value of the last render, for a toast that undoes a change later. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
