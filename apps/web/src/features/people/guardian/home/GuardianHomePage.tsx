import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { useActingFor } from '../frame/acting-for.ts'
import { GuardianFormsSection } from '../forms/FormsSection.tsx'
import { GuardianInvoicesSection } from '../invoices/InvoicesSection.tsx'
import { GuardianMessagesSection } from '../messages/MessagesSection.tsx'
import { GuardianPlanSection } from '../plan/PlanSection.tsx'
import { GuardianSessionsSection } from '../sessions/SessionsSection.tsx'
import { GuardianSuperbillsSection } from '../superbills/SuperbillsSection.tsx'
import classes from './GuardianHomePage.module.css'

/**
 * The home of one client for whom a guardian acts: sections for sessions, forms, messages, invoices, superbills and the plan, each if the guardian
 * has the right to it.
 */
export function GuardianHomePage() {
  const { t } = useTranslation('guardianHome')
  const { clientId, firstName, lastName, rights } = useActingFor()
  return (
    <>
      <PageHeader title={[firstName, lastName].filter(Boolean).join(' ') || t('title')} />
      <div className={classes.sections}>
        {rights.includes('sessions') && <GuardianSessionsSection clientId={clientId} />}
        {rights.includes('forms') && <GuardianFormsSection clientId={clientId} />}
        {rights.includes('messages') && <GuardianMessagesSection />}
        {rights.includes('invoices') && <GuardianInvoicesSection clientId={clientId} />}
        {rights.includes('superbills') && <GuardianSuperbillsSection clientId={clientId} />}
        {rights.includes('plan') && <GuardianPlanSection clientId={clientId} />}
      </div>
    </>
  )
}
