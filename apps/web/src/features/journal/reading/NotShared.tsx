import { Button, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../platform/use-draft.ts'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Copy } from '../../../ui/Copy.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Panel, Section } from '../../../ui/Section.tsx'
import classes from './reading.module.css'
import { draftName, noWords, type RemarkKind } from './remarks.ts'

/** Says that an entry is not shared, without further details. Unsent comments and replies remain available. */
export function NotShared({ id }: { id: string }) {
  const { t } = useTranslation('sharedJournal')
  const title = t('notShared.title')
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return (
    <>
      <Panel>
        <div role="alert">
          <Empty icon={IconLock} level="h1" title={title} text={t('notShared.text')}>
            <ButtonLink variant="light" to="/dashboard/therapist/journals">
              {t('notShared.toList')}
            </ButtonLink>
          </Empty>
        </div>
      </Panel>
      <UnsentText kind="comment" entryId={id} />
      <UnsentText kind="reply" entryId={id} />
    </>
  )
}

function UnsentText({ kind, entryId }: { kind: RemarkKind; entryId: string }) {
  const { t } = useTranslation('sharedJournal')
  const draft = useDraft(draftName(kind, entryId), noWords)
  const { text } = draft.value
  if (text.trim() === '') return null
  return (
    <div className={classes.kept}>
      <Section title={t(`notShared.${kind}`)} hint={t('notShared.kept')}>
        <p className={classes.said}>{text}</p>
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button variant="subtle" onClick={() => draft.forget(noWords())}>
            {t('notShared.drop')}
          </Button>
          <Copy value={text}>{t('notShared.copy')}</Copy>
        </Group>
      </Section>
    </div>
  )
}
