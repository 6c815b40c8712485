import type { ClientId } from '@attune/contract/common/ids'
import type { SuperbillMissing } from '@attune/contract/features/billing/superbill/superbill'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/base/Callout.tsx'
import classes from './superbill.module.css'

/** Lists the fields that are missing before a superbill can be made, with links to the pages on which they are entered. */
export function MissingForSuperbill({ missing, clientId }: { missing: SuperbillMissing; clientId: ClientId }) {
  const { t } = useTranslation(['superbill', 'invoiceDraft', 'payer'])
  const lettersIn = ({ of, script }: SuperbillMissing['letters'][number]) =>
    t(`invoiceDraft:missing.script.${of}`, { letters: t(`payer:letters.${script}`) })
  return (
    <Callout kind="danger" urgent title={t('missing.title')}>
      <ul className={classes.missing}>
        {missing.business.map((field) => (
          <li key={field}>
            <Link to="/dashboard/$userType/settings/$subject" params={{ userType: 'therapist', subject: 'business' }}>
              {t(`missing.business.${field}`)}
            </Link>
          </li>
        ))}
        {missing.client.map((field) => (
          <li key={field}>
            <Link to="/dashboard/therapist/clients/$clientId/client-profile" params={{ clientId }}>
              {t(`missing.client.${field}`)}
            </Link>
          </li>
        ))}
        {missing.letters.map((one) => (
          <li key={one.of}>
            {one.of === 'business' && (
              <Link to="/dashboard/$userType/settings/$subject" params={{ userType: 'therapist', subject: 'business' }}>
                {lettersIn(one)}
              </Link>
            )}
            {one.of === 'client' && (
              <Link to="/dashboard/therapist/clients/$clientId/client-profile" params={{ clientId }}>
                {lettersIn(one)}
              </Link>
            )}
            {one.of === 'service' && lettersIn(one)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
