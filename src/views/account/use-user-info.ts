import { useEffect, useState } from 'react'
import type { UserInfo } from '../../../contract/user.js'
import { useScope } from '../app/scope.js'

export function useUserInfo(): UserInfo | undefined {
  const { app } = useScope()
  const [userInfo, setUserInfo] = useState<UserInfo>()
  useEffect(() => {
    let isCurrent = true
    const onInfo = (info: UserInfo) => isCurrent && setUserInfo(info)
    app.api.get('/user/info', {}, { isQuiet: true }).then(onInfo, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [app])
  return userInfo
}
