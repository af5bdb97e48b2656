// Vocabulary of the generated dramas. Each line is in Portuguese, English, Spanish, simplified and traditional Chinese.
import { langs } from '../../../contract/protocol/language.js'
import type { Localized } from '../../../server/modules/catalogue/package/package-schema.js'

const parseLines = (text: string): Localized[] =>
  text
    .trim()
    .split('\n')
    .map(line => Object.fromEntries(line.split('|').map((word, index) => [langs[index], word.trim()])) as Localized)

export const ideas = parseLines(`
amor|love|amor|爱情|愛情
coração|heart|corazón|心|心
vingança|revenge|venganza|复仇|復仇
bilionário|billionaire|millonario|亿万富翁|億萬富翁
noiva|bride|novia|新娘|新娘
segredo|secret|secreto|秘密|祕密
CEO|CEO|CEO|总裁|總裁
casamento|marriage|matrimonio|婚姻|婚姻
contrato|contract|contrato|契约|契約
filha|daughter|hija|女儿|女兒
herdeira|heiress|heredera|继承人|繼承人
destino|destiny|destino|命运|命運
mentira|lie|mentira|谎言|謊言
paixão|passion|pasión|激情|激情
chefe|boss|jefe|老板|老闆
marido|husband|marido|丈夫|丈夫
esposa|wife|esposa|妻子|妻子
lua|moon|luna|月亮|月亮
lobo|wolf|lobo|狼王|狼王
rainha|queen|reina|女王|女王
príncipe|prince|príncipe|王子|王子
guerra|war|guerra|战争|戰爭
traição|betrayal|traición|背叛|背叛
família|family|familia|家族|家族
noite|night|noche|夜晚|夜晚
sombra|shadow|sombra|影子|影子
sangue|blood|sangre|血缘|血緣
tempo|time|tiempo|时光|時光
vida|life|vida|人生|人生
inimigo|enemy|enemigo|敌人|敵人
médico|doctor|médico|神医|神醫
mar|sea|mar|大海|大海
fogo|fire|fuego|火焰|火焰
gelo|ice|hielo|冰雪|冰雪
jardim|garden|jardín|花园|花園
trem|train|tren|列车|列車
cidade|city|ciudad|城市|城市
irmão|brother|hermano|兄弟|兄弟
gêmeas|twins|gemelas|双胞胎|雙胞胎
dragão|dragon|dragón|龙王|龍王
espelho|mirror|espejo|镜子|鏡子
promessa|promise|promesa|承诺|承諾
perdão|forgiveness|perdón|原谅|原諒
retorno|return|regreso|归来|歸來
máfia|mafia|mafia|黑帮|黑幫
dívida|debt|deuda|债务|債務
castelo|castle|castillo|城堡|城堡
imperatriz|empress|emperatriz|皇后|皇后
professor|teacher|profesor|老师|老師
estrela|star|estrella|明星|明星
dança|dance|danza|舞蹈|舞蹈
relógio|clock|reloj|时钟|時鐘
máscara|mask|máscara|面具|面具
carta|letter|carta|书信|書信
tempestade|storm|tormenta|风暴|風暴
juramento|oath|juramento|誓言|誓言
flor|flower|flor|花朵|花朵
anel|ring|anillo|戒指|戒指
deserto|desert|desierto|沙漠|沙漠
piloto|pilot|piloto|飞行员|飛行員
cozinha|kitchen|cocina|厨房|廚房
violino|violin|violín|小提琴|小提琴
`)

export const patterns = parseLines(`
A * e o *|The * and the *|El * y la *|*与*|*與*
O * de *|The * of *|El * de *|*的*|*的*
* sem *|* Without *|* sin *|没有*的*|沒有*的*
Meu * é um *|My * Is a *|Mi * es un *|我的*是*|我的*是*
Depois do *, o *|After the *, the *|Después del *, la *|*之后的*|*之後的*
O último * da *|The Last * of the *|El último * de la *|最后的**|最後的**
`)

export const sentences = parseLines(`
Quando o * volta depois de anos, ela precisa escolher entre a * e tudo o que construiu.|When the * returns after years, she must choose between the * and everything she built.|Cuando el * regresa después de años, ella debe elegir entre la * y todo lo que construyó.|多年后*归来，她必须在*和现在的一切之间做出选择。|多年後*歸來，她必須在*和現在的一切之間做出選擇。
Ninguém naquela casa sabe que a * esconde um *, e a conta chega numa única noite.|Nobody in that house knows that the * hides a *, and one night the bill arrives.|Nadie en aquella casa sabe que la * esconde un *, y la cuenta llega en una sola noche.|那个家里没有人知道*藏着*，直到那一夜真相大白。|那個家裡沒有人知道*藏著*，直到那一夜真相大白。
Para salvar a *, ele assina um papel que não leu e descobre o preço do *.|To save the *, he signs a paper he never read and learns the price of the *.|Para salvar a la *, él firma un papel que no leyó y descubre el precio del *.|为了挽救*，他签下了没读过的文件，才知道*的代价。|為了挽救*，他簽下了沒讀過的文件，才知道*的代價。
`)

/** Names are built from syllables, so that the number of rare words grows with the catalogue. */
export const syllables =
  'ba be bi bo ca co da de do fa fe ga go la le li lo ma me mi na ne no pa pe ra re ri ro sa se si ta te to va ve vi za zo'.split(
    ' '
  )
