import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../note.module.css'

type Props = { disabled: boolean; onSign: () => void }

/** The button that opens the dialog for signing, and beside it a hint that the note is not signed and can still be edited. */
export function SignRow({ disabled, onSign }: Props) {
  const { t } = useTranslation('note')
  return (
    <div className={classes.foot}>
      <span className={classes.hint}>{t('sign.hint')}</span>
      <Button
        variant="default"
        leftSection={<IconSignature size={18} aria-hidden />}
        disabled={disabled}
        onClick={onSign}
      >
        {t('sign.open')}
      </Button>
    </div>
  )
}
