import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { useErrorWords } from '../../platform/error-words.ts'
import type { Draft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { Note } from '../../ui/Note.tsx'
import { Section } from '../../ui/Section.tsx'

type Props = {
  title: string
  hint: string
  draft: Draft
  busy: boolean
  /** The error of the last save. */
  error: unknown
  onSubmit: () => void
  children: ReactNode
}

/** A card with fields and its own Save button. Shows unsaved changes as text and asks before leaving with them. */
export function SavedForm({ title, hint, draft, busy, error, onSubmit, children }: Props) {
  const { t } = useTranslation('account')
  const words = useErrorWords('saveProfile')
  const { dirty } = draft
  return (
    <Section title={title} hint={hint}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onSubmit()
        }}
      >
        <Stack gap="sm">
          <DraftNote draft={draft} />
          {children}
          {Boolean(error) && (
            <Note kind="danger" urgent>
              {words(error)}
            </Note>
          )}
          <Group justify="flex-end" gap="sm">
            <Text size="xs" c="dimmed" role="status">
              {dirty && t('profile.unsaved')}
            </Text>
            <Button type="submit" variant={dirty ? 'filled' : 'default'} loading={busy}>
              {t('profile.save')}
            </Button>
          </Group>
        </Stack>
      </form>
      <LeaveGuard
        when={dirty && !busy}
        title={t('profile.leaveTitle')}
        text={t('profile.leaveText')}
        stay={t('profile.stay')}
        leave={t('profile.leave')}
        onLeave={() => draft.forget()}
        lasting={draft.stored}
      />
    </Section>
  )
}
