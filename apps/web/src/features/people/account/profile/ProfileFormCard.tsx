import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import type { FormDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { UnsavedChangesGuard } from '../../../../ui/dialog/UnsavedChangesGuard.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { reportUnreadable } from '../../../../ui/input/use-typed-entry.ts'

type Props = {
  title: string
  hint: string
  draft: FormDraft
  busy: boolean
  /** The error of the last attempt to save. */
  error: unknown
  onSubmit: () => void
  children: ReactNode
}

/**
 * A card with fields and its own Save button. Shows that there are unsaved changes, and asks before the person leaves
 * the page without saving.
 */
export function ProfileFormCard({ title, hint, draft, busy, error, onSubmit, children }: Props) {
  const { t } = useTranslation('account')
  const errorText = useErrorMessage('saveProfile')
  const { dirty } = draft
  return (
    <Section title={title} hint={hint}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && !reportUnreadable(event.currentTarget)) onSubmit()
        }}
      >
        <Stack gap="sm">
          <DraftCallout draft={draft} />
          {children}
          {Boolean(error) && (
            <Callout kind="danger" urgent>
              {errorText(error)}
            </Callout>
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
      <UnsavedChangesGuard
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
