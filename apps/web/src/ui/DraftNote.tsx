import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../platform/use-draft.ts'
import { useReader } from '../platform/reader.ts'
import { momentText } from './moment.ts'
import { Note } from './Note.tsx'

/** Says whether a form's draft was restored, has another version, or is kept only while this page is open. */
export function DraftNote({ draft: { restored, other, stored, dirty, anew } }: { draft: Draft }) {
  const { t } = useTranslation('common')
  const reader = useReader()
  const buttons = (
    <Group gap="xs">
      {other && (
        <Button variant="default" size="compact-sm" onClick={other.show}>
          {t('draft.show')}
        </Button>
      )}
      <Button variant="default" size="compact-sm" onClick={anew}>
        {t('draft.anew')}
      </Button>
    </Group>
  )
  return (
    <>
      {restored && (
        <Note action={buttons}>
          {t('draft.back')}
          {other && ` ${t('draft.other', { when: momentText(new Date(other.at).toISOString(), reader) })}`}
        </Note>
      )}
      {dirty && !stored && <Note>{t('draft.pageOnly')}</Note>}
    </>
  )
}
