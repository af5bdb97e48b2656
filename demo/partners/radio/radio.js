// Imitates a site of 2011: one page, templates in script tags, a #! router, a light box.
// biome-ignore-all lint: imitates old code.
;(function () {
  var titles = { inicio: 'Início', programacao: 'Programação', novelas: 'Novelas', contato: 'Fale conosco' }

  function $(id) {
    return document.getElementById(id)
  }

  function template(name, values) {
    return $('tpl-' + name).innerHTML.replace(/\{\{(\w+)\}\}/g, function (all, key) {
      return values[key]
    })
  }

  function route() {
    var page = (/^#!\/(\w+)/.exec(location.hash) || [])[1]
    if (!titles[page]) page = 'inicio'
    closeWindow()
    $('conteudo').innerHTML = template(page)
    document.title = titles[page] + ' | Rádio Litoral 98,3 FM'
    var links = $('menu').getElementsByTagName('a')
    for (var i = 0; i < links.length; i++) {
      links[i].className = links[i].getAttribute('href') === '#!/' + page ? 'atual' : ''
    }
  }

  function openWindow(novela) {
    var box = document.createElement('div')
    box.id = 'caixa-de-luz'
    box.innerHTML = template('janela', { novela: novela })
    document.body.appendChild(box)
    document.body.className = 'parada'
    $('fechar').onclick = $('sombra').onclick = closeWindow
    $('fechar').focus()
  }

  function closeWindow() {
    var box = $('caixa-de-luz')
    if (!box) return
    box.parentNode.removeChild(box)
    document.body.className = ''
  }

  document.onclick = function (event) {
    for (var node = event.target; node && node.getAttribute; node = node.parentNode) {
      var novela = node.getAttribute('data-novela')
      if (novela) return openWindow(novela)
    }
  }
  document.onkeydown = function (event) {
    if (event.keyCode === 27) closeWindow()
  }
  window.onhashchange = route

  var hour = new Date().getHours()
  var shows = [
    [22, 'Balsa da Meia-Noite'],
    [18, 'Novela de um minuto'],
    [13, 'Tarde Boa'],
    [9, 'Manhã de Sol'],
    [5, 'Bom Dia, Porto'],
    [0, 'Balsa da Meia-Noite']
  ]
  for (var i = 0; i < shows.length; i++) {
    if (hour >= shows[i][0]) {
      $('programa').innerHTML = shows[i][1]
      break
    }
  }
  route()
})()
