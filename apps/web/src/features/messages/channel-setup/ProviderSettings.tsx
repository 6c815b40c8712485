import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { SetupRow } from './SetupRow.tsx'

const AccountDialog = lazyNamed(() => import('./AccountDialog.tsx'), 'AccountDialog')

/** The practice's account at the text message provider and the key of this account. The key can be entered, but is never shown. */
export function ProviderSettings({ setup }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  const locale = useLocale()
  const [editing, setEditing] = useState(false)
  const { keySavedAt } = setup
  const keyState = keySavedAt ? t('key.saved', { when: momentInSentence(keySavedAt, locale) }) : t('key.none')
  return (
    <Section
      title={t('provider', { name: setup.provider })}
      rows
      action={
        <Button variant="default" onClick={() => setEditing(true)}>
          {t(setup.account ? 'account.change' : 'account.add')}
        </Button>
      }
    >
      <SetupRow name={t('account.label')} state={setup.account ?? t('account.none')} />
      <SetupRow name={t('key.label')} state={setup.isKeyReadable ? keyState : t('key.unreadable')} />
      {editing && <AccountDialog setup={setup} onClose={() => setEditing(false)} />}
    </Section>
  )
}
