import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const OlderNotesDialog = lazyNamed(() => import('./OlderNotesDialog.tsx'), 'OlderNotesDialog')

/** The button that marks notes of older sessions as not needed, and its dialog. */
export function OlderNotes() {
  const { t } = useTranslation('note')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('older.open')}
      </Button>
      {isOpen && <OlderNotesDialog onClose={() => setOpen(false)} />}
    </>
  )
}
