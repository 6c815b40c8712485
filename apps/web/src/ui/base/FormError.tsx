import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './form.module.css'

/**
 * Shows why a form was not accepted. The element is rendered even without a message, so that screen readers announce a
 * message when it appears.
 */
export function FormError({ children }: { children: string | null | undefined }) {
  return (
    <div role="alert" className={classes.alert} data-empty={!children || undefined}>
      {children && (
        <>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>{children}</span>
        </>
      )}
    </div>
  )
}
