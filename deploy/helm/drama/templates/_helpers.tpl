{{- define "drama.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "drama.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "drama.labels" -}}
{{ include "drama.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "drama.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "drama.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "drama.secret" -}}
{{- if .Values.secret.external.enabled -}}
{{- include "drama.name" . -}}
{{- else -}}
{{- required "secret.existing: name the Secret that has DATABASE_URL and the other secrets" .Values.secret.existing -}}
{{- end -}}
{{- end -}}
