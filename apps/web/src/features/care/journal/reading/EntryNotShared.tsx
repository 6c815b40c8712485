import type { JournalEntryId } from '@attune/contract/common/ids'
import { isFilled } from '@attune/contract/common/text/text'
import { Button, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { CopyTextButton } from '../../../../ui/page/row/CopyTextButton.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { Card, Section } from '../../../../ui/page/Section.tsx'
import classes from './reading.module.css'
import { feedbackDraftName, emptyFeedback, type EntryFeedbackKind } from './entry-feedback.ts'

/** Shows that an entry is not shared, without further details. Also shows the therapist's unsent comment and reply, which would otherwise be lost. */
export function EntryNotShared({ id }: { id: JournalEntryId }) {
  const { t } = useTranslation('sharedJournal')
  const title = t('notShared.title')
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return (
    <>
      <Card>
        <div role="alert">
          <EmptyState icon={IconLock} level="h1" title={title} text={t('notShared.text')}>
            <ButtonLink variant="light" to="/dashboard/therapist/journals">
              {t('notShared.toList')}
            </ButtonLink>
          </EmptyState>
        </div>
      </Card>
      <UnsentText kind="comment" entryId={id} />
      <UnsentText kind="reply" entryId={id} />
    </>
  )
}

function UnsentText({ kind, entryId }: { kind: EntryFeedbackKind; entryId: JournalEntryId }) {
  const { t } = useTranslation('sharedJournal')
  const draft = useDraft(feedbackDraftName(kind, entryId), emptyFeedback)
  const { text } = draft.value
  if (!isFilled(text)) return null
  return (
    <div className={classes.kept}>
      <Section title={t(`notShared.${kind}`)} hint={t('notShared.kept')}>
        <p className={classes.said}>{text}</p>
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button variant="subtle" onClick={() => draft.forget(emptyFeedback())}>
            {t('notShared.discard')}
          </Button>
          <CopyTextButton value={text}>{t('notShared.copy')}</CopyTextButton>
        </Group>
      </Section>
    </div>
  )
}
