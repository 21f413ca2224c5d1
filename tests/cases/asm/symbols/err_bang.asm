; `<` and `>` alone need a label `!` above or below.
        bra     <               ; error E020: `! above` is not defined
!       bra     >               ; error E020: `! below` is not defined
