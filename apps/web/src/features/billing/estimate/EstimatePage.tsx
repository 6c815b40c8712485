import { getRouteApi } from '@tanstack/react-router'
import { EstimateById } from './EstimateById.tsx'

const route = getRouteApi('/dashboard/therapist/payments/estimates/$clientId')

export function EstimatePage() {
  const { clientId } = route.useParams()
  return <EstimateById key={clientId} clientId={clientId} />
}
