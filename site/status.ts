import { showLog } from './parts/log_now.ts'
import { showService } from './parts/service_now.ts'

showLog(document)
showService(document)
