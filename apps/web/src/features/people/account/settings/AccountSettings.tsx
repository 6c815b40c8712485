import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useMe } from '../../../../platform/login/login.ts'
import { LegalLinks } from '../../../../ui/list/LegalLinks.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { LazyOwnAgreements } from '../../../practice/legal-text/legal-text.ts'

const DeleteAccountDialog = lazyNamed(() => import('../security/DeleteAccountDialog.tsx'), 'DeleteAccountDialog')

/** Shows the agreements of a client or therapist and the legal texts. The person can delete the account. */
export function AccountSettings() {
  const { t } = useTranslation('security')
  const me = useMe()
  const [isDeleting, setDeleting] = useState(false)
  if (!me) return null
  return (
    <>
      {me.role !== 'admin' && <LazyOwnAgreements />}
      <Section title={t(me.role === 'therapist' ? 'accountDeletion.close' : 'accountDeletion.delete')} rows>
        <SettingRow label={t('accountDeletion.label')} hint={t('accountDeletion.hint')} narrow>
          <Button variant="default" c="var(--attune-danger)" onClick={() => setDeleting(true)}>
            {t('accountDeletion.begin')}
          </Button>
        </SettingRow>
      </Section>
      <LegalLinks />
      {isDeleting && <DeleteAccountDialog me={me} onClose={() => setDeleting(false)} />}
    </>
  )
}
