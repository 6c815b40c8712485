import type { PlanVersion } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { IconSignature } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import classes from '../treatment-plan.module.css'

/** The signatures of a version with name, time and hash, and the note that they are simple electronic signatures. */
export function SignatureList({ signatures }: Pick<PlanVersion, 'signatures'>) {
  const { t } = useTranslation('treatmentPlan')
  const locale = useLocale()
  const signed = (['therapist', 'client'] as const).flatMap((role) => {
    const signature = signatures[role]
    return signature ? [{ role, ...signature }] : []
  })
  if (signed.length === 0) return <p className={classes.quiet}>{t('sign.none')}</p>
  return (
    <>
      <ul className={classes.signatures}>
        {signed.map(({ role, name, signedAt, sha256 }) => (
          <li key={role}>
            <IconSignature size={18} stroke={1.6} aria-hidden />
            <div className={classes.texts}>
              <span>
                <strong>{name}</strong> <span className={classes.quiet}>{t(`sign.role.${role}`)}</span>
              </span>
              <span className={classes.quiet}>{momentInSentence(signedAt, locale)}</span>
              <span className={classes.hash} title={sha256}>
                {t('sign.hash', { hash: sha256.slice(0, 16) })}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{t('sign.simple')}</p>
    </>
  )
}
