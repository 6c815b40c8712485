import { Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../platform/offline/use-online.ts'
import { focusFirstInvalid } from '../base/focus-field.ts'
import { Callout } from '../base/Callout.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogFoot } from './DialogFoot.tsx'
import classes from './Dialog.module.css'
import { reportUnreadable } from '../input/use-typed-entry.ts'
import { usePhone } from '../page/use-phone.ts'

type Props = {
  onClose: () => void
  title: string
  /** The label of the button that submits the form. */
  submit: string
  /** The label of the button that closes the dialog. */
  back: string
  /** Whether the form is being sent. */
  busy: boolean
  /** Whether the form cannot be submitted yet. */
  disabled?: boolean
  /** Whether the person entered something. If so, Escape and a click outside do not close the dialog. */
  dirty?: boolean
  /** Whether the dialog is wider, and fills the screen of a phone. */
  wide?: boolean
  /** Whether submitting cancels or deletes something. */
  danger?: boolean
  /** The reason why submitting failed, shown above the buttons; null or false if it did not fail. */
  problem?: string | null | false
  /** A notice above the buttons that needs more than a text, such as the conflicts of the chosen time. */
  notice?: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/**
 * A form in a dialog. The dialog takes the focus and returns it when it closes, and Enter submits the form. If there is no connection while the form
 * is being sent, a notice says that the form will be sent later. The buttons and the error message stay in sight while the fields scroll.
 */
export function FormDialog(props: Props) {
  const { onClose, title, submit, back, busy, dirty = false, wide = false, danger, onSubmit, children } = props
  const { disabled = false } = props
  const phone = usePhone()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The dialog may be rendered within another form, which this event must not submit.
    event.stopPropagation()
    if (busy || disabled || reportUnreadable(event.currentTarget)) return
    onSubmit()
    // Moves the focus to the first invalid field, which may be out of view.
    focusFirstInvalid(event.currentTarget)
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
          <DialogFoot notice={<FootNotice {...props} />}>
            <Button variant="default" onClick={onClose} disabled={busy}>
              {back}
            </Button>
            <Button type="submit" loading={busy} disabled={disabled} className={danger ? classes.danger : undefined}>
              {submit}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Says that there is no connection, or why submitting failed. */
function FootNotice({ busy, problem, notice }: Pick<Props, 'busy' | 'problem' | 'notice'>) {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <>
      {busy && !online && <Callout kind="offline">{t('offline.waiting')}</Callout>}
      {notice}
      {problem && (
        <Callout kind="danger" urgent>
          {problem}
        </Callout>
      )}
    </>
  )
}
