import { getRouteApi } from '@tanstack/react-router'
import { EstimateById } from './EstimateById.tsx'

const route = getRouteApi('/dashboard/therapist/payments/estimates/$clientId')

/** The page with the estimates of one client. */
export function EstimatePage() {
  const { clientId } = route.useParams()
  return <EstimateById key={clientId} clientId={clientId} />
}
