import type { FormEvent } from 'react'

/** What a form does on Enter or its button: nothing while the same is under way, else `send`. */
export const sending = (running: boolean, send: () => void) => (event: FormEvent) => {
  event.preventDefault()
  event.stopPropagation()
  if (!running) send()
}
