import type { PlanVersion, PlanView } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api } from '../../../../platform/api/api.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { SignatureList } from './SignatureList.tsx'
import classes from '../treatment-plan.module.css'

const SignDialog = lazyNamed(() => import('./SignDialog.tsx'), 'SignDialog')

/** The signatures of the latest version, and a button with which the therapist signs it. */
export function PlanSignatures({ view, plan }: { view: PlanView; plan: PlanVersion }) {
  const { t } = useTranslation('treatmentPlan')
  const [open, setOpen] = useState(false)
  const { clientId, share } = view
  const awaitsClient = !plan.signatures.client && share?.versionId === plan.id && share.asksSignature
  return (
    <Section title={t('sign.title')} hint={t('version.short', { number: plan.number })}>
      <SignatureList signatures={plan.signatures} />
      {awaitsClient && <p className={classes.quiet}>{t('sign.awaits', { name: view.clientName })}</p>}
      {!plan.signatures.therapist && (
        <Button mt={10} size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('sign.sign')}
        </Button>
      )}
      {open && (
        <SignDialog
          name={view.therapistName}
          number={plan.number}
          send={(name) => api.treatmentPlan.sign({ clientId, versionId: plan.id, name })}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}
