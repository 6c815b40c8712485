import type { FormEvent } from 'react'

/** Returns a submit handler that calls `send` unless a request is already running. */
export const submitHandler = (running: boolean, send: () => void) => (event: FormEvent) => {
  event.preventDefault()
  event.stopPropagation()
  if (!running) send()
}
