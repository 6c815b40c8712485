import { Button, Text } from '@mantine/core'
import { Dialog } from './Dialog.tsx'
import { DialogFoot } from './DialogFoot.tsx'
import classes from './Dialog.module.css'

type Props = {
  title: string
  text: string
  /** The label of the button that closes the dialog and discards nothing. */
  stay: string
  /** The label of the button that confirms the discarding. */
  leave: string
  onStay: () => void
  onLeave: () => void
  /** Whether the dialog is above other dialogs. */
  over?: boolean
}

/** A dialog that asks for confirmation before something is discarded, for example unsaved text. */
export function DiscardDialog({ title, text, stay, leave, onStay, onLeave, over = false }: Props) {
  return (
    <Dialog onClose={onStay} title={title} size={420} {...(over && { zIndex: 1100 })}>
      <Text size="sm" mb="md">
        {text}
      </Text>
      <DialogFoot>
        <Button variant="default" data-autofocus onClick={onStay}>
          {stay}
        </Button>
        <Button className={classes.danger} onClick={onLeave}>
          {leave}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
