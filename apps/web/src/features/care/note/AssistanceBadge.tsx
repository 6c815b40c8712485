import '../../../ui/styles-overlay.ts'
import type { Note } from '@attune/contract/features/care/note/note'
import { Button, Stack } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diffWords } from '../../../platform/autosave/text-diff.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { usePhone } from '../../../ui/page/use-phone.ts'
import classes from './note.module.css'

type Props = { assistance: NonNullable<Note['assistance']>; text: string }

/** Shows that a note was drafted with assistance. A dialog shows the therapist's changes to the draft. */
export function AssistanceBadge({ assistance, text }: Props) {
  const { t } = useTranslation('note')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.under}>
      <StatusBadge icon={IconSparkles} tone="info">
        {t('assistance.badge')}
      </StatusBadge>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {t('assistance.open')}
      </Button>
      {isOpen && <AssistanceDialog assistance={assistance} text={text} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Compares the accepted draft with the note: deletions struck through, additions marked. */
function AssistanceDialog({ assistance, text, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  const phone = usePhone()
  const { draftedText, model, at } = assistance
  return (
    <Dialog onClose={onClose} title={t('assistance.title')} size={720} fullScreen={phone}>
      <Stack gap="md">
        <div className={classes.remark}>
          <span className={classes.hint}>{t('assistance.accepted', { when: momentInSentence(at, locale) })}</span>
          <span className={classes.hint}>
            {t(draftedText === text ? 'assistance.same' : 'assistance.hint', { model })}
          </span>
        </div>
        <div className={classes.body}>
          {diffWords(draftedText, text).map((part, place) => {
            if (part.in === 'both') return <span key={place}>{part.text}</span>
            return part.in === 'first' ? <del key={place}>{part.text}</del> : <ins key={place}>{part.text}</ins>
          })}
        </div>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('assistance.close')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
