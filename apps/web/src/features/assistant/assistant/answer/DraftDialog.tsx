import '../../../../ui/styles-overlay.ts'
import type { AssistantDraft } from '@attune/contract/features/assistant/assistant/assistant'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { AnswerActions, useDeleteDraft } from './AnswerActions.tsx'
import { AnswerView } from './AnswerView.tsx'
import { AssistantDialog, type AnswerUse } from '../request/AssistantDialog.tsx'
import type { AssistantPlace } from '../assistant-request.ts'
import classes from '../assistant.module.css'
import { IncompleteText } from './IncompleteText.tsx'

type Props = { draft: AssistantDraft; place: AssistantPlace; use: AnswerUse | null; onClose: () => void }

/** Shows a draft that was not accepted, with buttons that accept it, repeat its request, or delete it. */
export function DraftDialog({ draft, place, use, onClose }: Props) {
  const { t } = useTranslation('assistant')
  const locale = useLocale()
  const phone = usePhone()
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <AssistantDialog place={place} use={use} draft={draft} onClose={onClose} />
  return (
    <Dialog title={t(`title.${draft.purpose}`)} size={900} fullScreen={phone} onClose={onClose}>
      <div className={classes.stack}>
        <p className={classes.quiet}>
          {t('drafts.from', { when: momentInSentence(draft.at, locale), model: draft.model })}
        </p>
        {draft.question !== '' && (
          <section className={classes.box} aria-label={t('choose.question')}>
            <h3>{t('choose.question')}</h3>
            <div className={classes.plain}>{draft.question}</div>
          </section>
        )}
        {draft.isComplete ? (
          <>
            <AnswerView
              clientId={draft.clientId}
              text={draft.text}
              sentences={draft.sentences}
              keywords={draft.keywords}
              before=""
            />
            <AnswerActions
              answer={{ draftId: draft.id, text: draft.text }}
              use={use}
              onDone={onClose}
              onDiscarded={onClose}
            />
          </>
        ) : (
          <IncompleteDraft draft={draft} onAsk={() => setAsking(true)} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

type IncompleteProps = { draft: AssistantDraft; onAsk: () => void; onClose: () => void }

function IncompleteDraft({ draft, onAsk, onClose }: IncompleteProps) {
  const { t } = useTranslation('assistant')
  const remove = useDeleteDraft(draft.id, onClose)
  return (
    <>
      <IncompleteText text={draft.text} />
      <div className={classes.foot}>
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('answer.discard')}
        </Button>
        <Button onClick={onAsk}>{t('drafts.askAgain')}</Button>
      </div>
    </>
  )
}
