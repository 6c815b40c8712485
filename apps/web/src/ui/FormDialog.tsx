import { Button, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { FormEvent, ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import classes from './Dialog.module.css'

type Props = {
  onClose: () => void
  title: string
  submit: string
  back: string
  busy: boolean
  /** Something was written: a slip beside the dialog or on Escape does not lose it. */
  dirty?: boolean
  wide?: boolean
  /** What is sent here takes something away for good. */
  danger?: boolean
  onSubmit: () => void
  children: ReactNode
}

/** A form in a dialog: focus goes in and comes back, Enter sends, a whole screen on a phone. */
export function FormDialog(props: Props) {
  const { onClose, title, submit, back, busy, dirty = false, wide = false, danger, onSubmit, children } = props
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A dialog may be drawn within another form: its own answer is enough.
    event.stopPropagation()
    if (busy) return
    onSubmit()
    // What is wrong may have been scrolled out of sight.
    const form = event.currentTarget
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size={wide ? 560 : 460}
      fullScreen={Boolean(phone && wide)}
      closeOnClickOutside={!dirty && !busy}
      closeOnEscape={!dirty && !busy}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {back}
            </Button>
            <Button type="submit" loading={busy} className={danger ? classes.danger : undefined}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
